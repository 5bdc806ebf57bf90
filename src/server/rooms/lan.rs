//! The way in for others: the addresses of this machine on the local network, and a picture of one that a phone reads.

use std::fmt::Write;
use std::net::{IpAddr, Ipv4Addr, UdpSocket};

use qrcodegen::{QrCode, QrCodeEcc};

/// This machine's addresses on networks, the one that leads out first.
pub(in super::super) fn addresses() -> Vec<Ipv4Addr> {
    let mut found: Vec<Ipv4Addr> = leading_out().into_iter().collect();
    for interface in if_addrs::get_if_addrs().into_iter().flatten() {
        if let IpAddr::V4(address) = interface.ip()
            && !address.is_loopback()
            && !address.is_link_local()
            && !found.contains(&address)
        {
            found.push(address);
        }
    }
    found
}

/// The address from which this machine would reach others. Nothing is sent.
fn leading_out() -> Option<Ipv4Addr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    match socket.local_addr().ok()?.ip() {
        IpAddr::V4(address) if !address.is_loopback() && !address.is_unspecified() => Some(address),
        _ => None,
    }
}

/// A text as a QR code, as a picture.
pub(super) fn svg(text: &str) -> Option<String> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
    let size = code.size();
    let mut path = String::new();
    for (y, x) in (0..size).flat_map(|y| (0..size).map(move |x| (y, x))) {
        if code.get_module(x, y) {
            let _ = write!(path, "M{},{}h1v1h-1z", x + 4, y + 4);
        }
    }
    let side = size + 8;
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" shape-rendering=\"crispEdges\">\
         <rect width=\"{side}\" height=\"{side}\" fill=\"#fff\"/><path d=\"{path}\" fill=\"#000\"/></svg>"
    ))
}

/// The same for a terminal, two rows a line. Dark is drawn as a blank, since terminals are mostly dark, with a light edge around it.
pub(in super::super) fn text(text: &str) -> Option<String> {
    let code = QrCode::encode_text(text, QrCodeEcc::Low).ok()?;
    let light = |x: i32, y: i32| !code.get_module(x, y);
    let mut lines = String::new();
    for y in (-2..code.size() + 2).step_by(2) {
        for x in -2..code.size() + 2 {
            lines.push(match (light(x, y), light(x, y + 1)) {
                (true, true) => '█',
                (true, false) => '▀',
                (false, true) => '▄',
                (false, false) => ' ',
            });
        }
        lines.push('\n');
    }
    Some(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_pictures_show_the_same_code() {
        let address = "http://192.168.100.100:7177/join/BCDFGH";
        let drawn = text(address).expect("short enough");
        let rows: Vec<Vec<char>> = drawn.lines().map(|line| line.chars().collect()).collect();
        let code = QrCode::encode_text(address, QrCodeEcc::Low).expect("short enough");
        assert_eq!(rows[0].len() as i32, code.size() + 4);
        // The corner marks are dark, what is around them light.
        assert!(rows[1][2] == ' ' && rows[0].iter().all(|sign| *sign == '█'));
        let picture = svg(address).expect("short enough");
        assert!(picture.starts_with("<svg") && picture.matches("h1v1h-1z").count() > 200);
    }
}
