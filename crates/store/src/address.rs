//! The address of a PostgreSQL database: `postgres://user@host:port/name`.
//!
//! There is no TLS. A connection that leaves the machine has to be wanted in plain words (`?sslmode=disable`), for a network that nobody else reads.

use std::fmt;
use std::net::IpAddr;
use std::path::Path;
use std::time::Duration;

use ::postgres::Config;
use ::postgres::config::{Host, SslMode};

use crate::Fault;

/// Where a server's socket usually is, for an address without a host.
const SOCKETS: &str = "/run/postgresql";
/// How long a server may take to answer who connects.
const CONNECT: Duration = Duration::from_secs(3);
/// When a silent line is looked after, and when it is taken for dead.
const IDLE: Duration = Duration::from_secs(10);
const DEAD: Duration = Duration::from_secs(10);

/// Where a database is, and who asks. It is shown without its password.
#[derive(Clone)]
pub struct Address {
    pub(crate) config: Config,
    shown: String,
}

impl Address {
    /// Reads an address. Its password may come from elsewhere: a command line can be read by everybody on the machine.
    pub fn new(text: &str, password: Option<&str>) -> Result<Self, Fault> {
        // What was typed is not quoted: a password may be in it.
        let refused = |why: &str| Fault::Unusable {
            what: "this is no address of a database (postgres://user@host:port/name)".to_owned(),
            why: why.to_owned(),
        };
        if !["postgres://", "postgresql://"].iter().any(|scheme| text.starts_with(scheme)) {
            return Err(refused("it does not begin with postgres://"));
        }
        let mut config: Config = text.parse().map_err(|error| refused(&reason(&error)))?;
        if let Some(password) = password {
            config.password(password);
        }
        if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
            if cfg!(unix) && Path::new(SOCKETS).is_dir() {
                config.host(SOCKETS);
            } else {
                config.host("localhost");
            }
        }
        let asked = config.get_ssl_mode();
        if !matches!(asked, SslMode::Disable | SslMode::Prefer) {
            return Err(refused(
                "TLS is not supported; use a socket of this machine or a tunnel, and leave sslmode out",
            ));
        }
        if asked != SslMode::Disable && !stays_here(&config) {
            return Err(refused(
                "TLS is not supported, and this leaves the machine; use a tunnel, \
                 or say ?sslmode=disable if nobody else can read that network",
            ));
        }
        config
            .ssl_mode(SslMode::Disable)
            .application_name("damier")
            .connect_timeout(CONNECT)
            .keepalives(true)
            .keepalives_idle(IDLE)
            .keepalives_interval(IDLE / 4)
            .keepalives_retries(3)
            .tcp_user_timeout(DEAD);
        let shown = shown(&config);
        Ok(Address { config, shown })
    }

    /// Whether a text, as somebody has typed it, brings a password along.
    pub fn tells_password(text: &str) -> bool {
        text.parse::<Config>().is_ok_and(|config| config.get_password().is_some())
    }
}

impl fmt::Display for Address {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        to.write_str(&self.shown)
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        write!(to, "Address({})", self.shown)
    }
}

/// Whether what is said goes over no wire.
fn stays_here(config: &Config) -> bool {
    let host = |host: &Host| match host {
        Host::Tcp(name) => {
            name == "localhost" || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    };
    let addresses = config.get_hostaddrs();
    if addresses.is_empty() {
        config.get_hosts().iter().all(host)
    } else {
        addresses.iter().all(IpAddr::is_loopback)
    }
}

fn shown(config: &Config) -> String {
    let name = |host: &Host| match host {
        Host::Tcp(name) => name.clone(),
        #[cfg(unix)]
        Host::Unix(path) => path.display().to_string(),
    };
    let mut hosts: Vec<_> = config.get_hosts().iter().map(name).collect();
    if hosts.is_empty() {
        hosts = config.get_hostaddrs().iter().map(ToString::to_string).collect();
    }
    let ports = config.get_ports();
    for (at, host) in hosts.iter_mut().enumerate() {
        if let Some(port) = ports.get(at).or(ports.first()).filter(|port| **port != 5432) {
            host.push_str(&[":", &port.to_string()].concat());
        }
    }
    let user = config.get_user().map(|user| format!("{user}@")).unwrap_or_default();
    let database = config.get_dbname().map(|name| format!("/{name}")).unwrap_or_default();
    format!("postgres://{user}{}{database}", hosts.join(","))
}

/// An error with its causes, in one line.
pub(crate) fn reason(error: &dyn std::error::Error) -> String {
    let mut words = error.to_string();
    let mut cause = error.source();
    while let Some(why) = cause {
        let more = why.to_string();
        if !words.contains(&more) {
            words.extend([": ", &more]);
        }
        cause = why.source();
    }
    words.lines().collect::<Vec<_>>().join(" ")
}
