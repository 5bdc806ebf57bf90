//! What machine this is, as far as it bears on timings.

use std::io::Read;

use damier_campaign::{Machine, fingerprint};

/// This machine.
pub(super) fn this() -> Machine {
    let told = read("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let line = told.lines().find(|line| line.starts_with(name))?;
        line.split_once(':').map(|(_, value)| value.trim().to_owned())
    };
    let cpu =
        field("model name").or_else(|| field("Model")).unwrap_or_else(|| std::env::consts::ARCH.to_owned());
    let cores = cores();
    let memory = read("/proc/meminfo").and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
        Some(line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()? * 1024)
    });
    let release = read("/proc/sys/kernel/osrelease").unwrap_or_default();
    let own = read("/etc/machine-id").or_else(|| read("/proc/sys/kernel/hostname")).unwrap_or_default();
    Machine {
        // Machines are told apart, and not named.
        id: fingerprint(format!("{own}{cpu}{cores}").as_bytes())[..12].to_owned(),
        cpu,
        cores,
        memory: memory.unwrap_or(0),
        governor: read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
            .map(|word| word.trim().to_owned()),
        system: format!("{} {}", std::env::consts::OS, release.trim()).trim().to_owned(),
    }
}

/// How many cores this process may use.
pub(super) fn cores() -> u32 {
    std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32)
}

/// How many processes a core had to do in the last minute, where the system tells.
pub(super) fn load() -> Option<f64> {
    let text = read("/proc/loadavg")?;
    Some(text.split_whitespace().next()?.parse::<f64>().ok()? / f64::from(cores()))
}

/// The start of a small file.
pub(super) fn read(file: &str) -> Option<String> {
    let mut text = String::new();
    std::fs::File::open(file).ok()?.take(1 << 16).read_to_string(&mut text).ok()?;
    Some(text)
}
