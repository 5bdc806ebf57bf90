//! Writes the report of results that nobody measured, to look at: `cargo run -p damier-report --example made_up -- FOLDER [INSTANCES [REPEATS [ALGORITHMS]]]`.

#[path = "../tests/all/made_up.rs"]
mod made_up;

use std::path::Path;

use damier_report::{Digest, Page, Place, csv, html, latex, markdown, plots, standing};

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().unwrap_or_else(|| ".".to_owned());
    let instances = arguments.next().and_then(|count| count.parse().ok()).unwrap_or(120);
    let mut number = |usual: usize| arguments.next().and_then(|count| count.parse().ok()).unwrap_or(usual);
    let (repeats, algorithms) = (number(5) as u32, number(3));
    let wish = made_up::Wish { instances, repeats, algorithms, errors: true, ..made_up::Wish::default() };
    for (name, results) in [("solving", made_up::results(&wish)), ("tournament", made_up::tournament(60))] {
        let began = std::time::Instant::now();
        let digest = Digest::new(&results);
        let write =
            |end: &str, text: String| std::fs::write(Path::new(&folder).join(format!("{name}.{end}")), text);
        write("html", html(&digest, &Page::default()))?;
        println!("{name}: {} rows, {:.2} s", results.rows.len(), began.elapsed().as_secs_f64());
        write("md", markdown(&digest))?;
        write("tex", latex(&digest))?;
        write("csv", csv(&digest))?;
        for plot in plots(&digest, standing(&results).as_ref()) {
            let link = |at: usize| Some(format!("http://127.0.0.1:8080/#{at}"));
            std::fs::write(
                Path::new(&folder).join(format!("{name}-{}.svg", plot.id)),
                plot.draw(Place::File(&link)),
            )?;
        }
    }
    Ok(())
}
