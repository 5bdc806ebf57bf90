//! Results as CSV and as Parquet, for pandas, polars and R: one line a run.
//!
//! Both have the same columns: those of [`Row`](crate::Row), the game, the features of the instance as `feature_…` and the other numbers of the run as `value_…`. What
//! is not known is empty in CSV and null in Parquet. Files are written whole: beside their place at first, then moved there.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;

use damier_kit::{Refusal, refuse};
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use serde::Serialize;

use crate::{Instance, Results};

/// A column: its values, in the order of the rows.
enum Column {
    Text(Vec<Option<String>>),
    Whole(Vec<Option<i64>>),
    Real(Vec<Option<f64>>),
    Flag(Vec<Option<bool>>),
}

/// Writes one line a run as CSV.
pub fn csv(results: &Results, file: &Path) -> Result<(), Refusal> {
    whole(file, |out| out.write_all(csv_text(results).as_bytes()))
}

/// One line a run as CSV.
pub fn csv_text(results: &Results) -> String {
    let columns = columns(results);
    let names: Vec<String> = columns.iter().map(|(name, _)| quoted(name)).collect();
    let mut text = names.join(",") + "\n";
    for row in 0..results.rows.len() {
        let cells: Vec<String> = columns.iter().map(|(_, column)| column.cell(row)).collect();
        text += &cells.join(",");
        text.push('\n');
    }
    text
}

/// Writes one row a run as Parquet.
pub fn parquet(results: &Results, file: &Path) -> Result<(), Refusal> {
    let columns = columns(results);
    whole(file, |out| write_parquet(&columns, out).map_err(io::Error::other))
}

/// Writes a file whole or not at all.
fn whole(file: &Path, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> Result<(), Refusal> {
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = file.with_file_name(name);
    let written = File::create(&part).and_then(|made| {
        let mut out = BufWriter::new(made);
        write(&mut out)?;
        out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        std::fs::rename(&part, file)
    });
    written.map_err(|error| {
        let _ = std::fs::remove_file(&part);
        let (file, why) = (file.display().to_string(), error.to_string());
        refuse!("results.export", "cannot write {file}: {why}", file, why)
    })
}

fn columns(results: &Results) -> Vec<(String, Column)> {
    let rows = &results.rows;
    let instances: HashMap<&str, &Instance> =
        results.instances.iter().map(|instance| (instance.id.as_str(), instance)).collect();
    let instance = |id: &str| instances.get(id).copied();
    let word = |value: &dyn Fn(&crate::Row) -> Option<String>| Column::Text(rows.iter().map(value).collect());
    let whole = |value: &dyn Fn(&crate::Row) -> Option<i64>| Column::Whole(rows.iter().map(value).collect());
    let real = |value: &dyn Fn(&crate::Row) -> Option<f64>| Column::Real(rows.iter().map(value).collect());
    let machine = |number: u32| results.manifest.machines.get(number as usize);
    let mut columns: Vec<(String, Column)> = [
        ("algorithm", word(&|row| Some(row.algorithm.clone()))),
        ("instance", word(&|row| Some(row.instance.clone()))),
        ("game", word(&|row| instance(&row.instance).map(|each| each.game.clone()))),
        ("repeat", whole(&|row| Some(i64::from(row.repeat)))),
        ("seed", whole(&|row| Some(row.seed as i64))),
        ("outcome", word(&|row| Some(name(&row.outcome)))),
        ("why", word(&|row| row.why.clone())),
        ("error", word(&|row| row.error.clone())),
        ("cost", whole(&|row| row.cost.map(i64::from))),
        ("lower_bound", whole(&|row| row.lower_bound.map(i64::from))),
        ("optimal", Column::Flag(rows.iter().map(|row| row.optimal).collect())),
        ("solution", word(&|row| row.solution.clone())),
        ("expanded", whole(&|row| row.expanded.map(|number| number as i64))),
        ("generated", whole(&|row| row.generated.map(|number| number as i64))),
        ("seconds", real(&|row| row.seconds)),
        ("wall", real(&|row| row.wall)),
        ("cpu", real(&|row| row.cpu)),
        ("peak_bytes", whole(&|row| row.peak_bytes.map(|number| number as i64))),
        ("resident", whole(&|row| row.resident.map(|number| number as i64))),
        ("isolation", word(&|row| Some(name(&row.isolation)))),
        ("machine", word(&|row| machine(row.machine).map(|each| each.id.clone()))),
        ("load", real(&|row| row.load)),
        ("started", whole(&|row| Some(row.started as i64))),
        ("source", word(&|row| instance(&row.instance).map(|each| each.source.clone()))),
        ("link", word(&|row| instance(&row.instance).and_then(|each| each.link.clone()))),
    ]
    .map(|(name, column)| (name.to_owned(), column))
    .into();
    let names = |all: &mut dyn Iterator<Item = &BTreeMap<String, f64>>| {
        all.flat_map(BTreeMap::keys).cloned().collect::<BTreeSet<String>>()
    };
    for feature in names(&mut results.instances.iter().map(|each| &each.features)) {
        let of = |row: &crate::Row| instance(&row.instance)?.features.get(&feature).copied();
        columns.push((format!("feature_{feature}"), real(&of)));
    }
    for value in names(&mut rows.iter().map(|row| &row.values)) {
        columns.push((format!("value_{value}"), real(&|row| row.values.get(&value).copied())));
    }
    columns
}

/// A word such as `solved`.
fn name(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default().trim_matches('"').to_owned()
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

impl Column {
    fn cell(&self, row: usize) -> String {
        match self {
            Column::Text(values) => values[row].as_deref().map(quoted),
            Column::Whole(values) => values[row].map(|value| value.to_string()),
            Column::Real(values) => values[row].map(|value| value.to_string()),
            Column::Flag(values) => values[row].map(|value| value.to_string()),
        }
        .unwrap_or_default()
    }

    fn physical(&self) -> (Physical, Option<LogicalType>) {
        match self {
            Column::Text(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            Column::Whole(_) => (Physical::INT64, None),
            Column::Real(_) => (Physical::DOUBLE, None),
            Column::Flag(_) => (Physical::BOOLEAN, None),
        }
    }
}

/// The values that there are, and for each row whether there is one.
fn apart<T: Clone, V>(values: &[Option<T>], into: impl Fn(T) -> V) -> (Vec<V>, Vec<i16>) {
    let levels = values.iter().map(|value| i16::from(value.is_some())).collect();
    (values.iter().flatten().cloned().map(into).collect(), levels)
}

fn write_parquet(columns: &[(String, Column)], out: &mut (impl Write + Send)) -> Result<(), ParquetError> {
    let fields = columns.iter().map(|(name, column)| {
        let (physical, logical) = column.physical();
        let field = Type::primitive_type_builder(name, physical).with_logical_type(logical);
        field.with_repetition(Repetition::OPTIONAL).build().map(Arc::new)
    });
    let fields = fields.collect::<Result<Vec<_>, _>>()?;
    let schema = Arc::new(Type::group_type_builder("runs").with_fields(fields).build()?);
    // The text of compressors is no small thing to build; dictionaries make most columns small without one.
    let properties = WriterProperties::builder().set_compression(Compression::UNCOMPRESSED).build();
    let mut file = SerializedFileWriter::new(out, schema, Arc::new(properties))?;
    let mut group = file.next_row_group()?;
    let mut columns = columns.iter();
    while let Some(mut writer) = group.next_column()? {
        let Some((_, column)) = columns.next() else { break };
        match (writer.untyped(), column) {
            (ColumnWriter::ByteArrayColumnWriter(typed), Column::Text(values)) => {
                let (values, levels) = apart(values, |text: String| ByteArray::from(text.into_bytes()));
                typed.write_batch(&values, Some(&levels), None)?;
            }
            (ColumnWriter::Int64ColumnWriter(typed), Column::Whole(values)) => {
                let (values, levels) = apart(values, |value| value);
                typed.write_batch(&values, Some(&levels), None)?;
            }
            (ColumnWriter::DoubleColumnWriter(typed), Column::Real(values)) => {
                let (values, levels) = apart(values, |value| value);
                typed.write_batch(&values, Some(&levels), None)?;
            }
            (ColumnWriter::BoolColumnWriter(typed), Column::Flag(values)) => {
                let (values, levels) = apart(values, |value| value);
                typed.write_batch(&values, Some(&levels), None)?;
            }
            _ => return Err(ParquetError::General("a column of another kind".to_owned())),
        }
        writer.close()?;
    }
    group.close()?;
    file.close()?;
    Ok(())
}
