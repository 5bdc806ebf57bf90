//! What page and server say to each other, as JSON, the same for every game. The page's types (`web/js/core/wire.d.ts`) are generated from
//! these. Players and cells are counted from 0; moves are in the game's notation.

mod info;
mod intent;
mod lab;
mod message;
mod room;
mod rounds;

pub(crate) use info::*;
pub(crate) use intent::*;
pub(crate) use lab::*;
pub(crate) use message::*;
pub(crate) use room::*;
pub(crate) use rounds::*;

#[cfg(test)]
mod tests {
    use damier_kit::microscope::{Difference, Example, Fall, Findings, Judged, Point};
    use damier_kit::{
        Chances, Edit, FormatInfo, Mark, Opening, Scene, SceneMove, ScenePiece, SceneTarget, Side, Spot,
        Tool, TreeNode, Verdict, Why,
    };
    use damier_lab::record::StatsRecord;
    use damier_lab::{lesson, trace};
    use damier_rooms::wire as room;
    use ts_rs::TS;

    use super::*;

    /// A refusal writes itself, so its type is written by hand.
    const REFUSAL: &str = "export type Refusal = { key: string, text: string, \
        gaps: { [name: string]: string | Refusal }, line: number | null, column: number | null, };\n";

    macro_rules! declare {
        ($($type:ty),* $(,)?) => {{
            let config = ts_rs::Config::new().with_large_int("number");
            [$(format!("export {}\n", <$type as TS>::decl(&config))),*].concat()
        }};
    }

    /// The types of rooms.
    fn rooms() -> String {
        declare![
            room::RoomDeed,
            room::Offer,
            room::Reaction,
            room::RoomKind,
            room::BidMode,
            room::RoomBoard,
            room::RoomClock,
            room::RoomRules,
            room::ClassStage,
            room::Question,
            room::RoomView,
            room::PersonView,
            room::RatingView,
            room::SeatView,
            room::ReactionView,
            room::SlideView,
            room::GlassView,
            room::TurnsView,
            room::RoomClockView,
            room::OfferView,
            room::RoomEnd,
            room::BidPhase,
            room::BidsView,
            room::BidView,
            room::OwnView,
            room::RoundView,
            room::WayView,
            room::RaceView,
            room::RaceBoard,
            room::ClassView,
            room::VoteView,
            RoomMessage,
            RoomHello,
            RoomLevels,
            RoomGame,
            NewRoom,
            MadeRoom,
            RoomItem,
        ]
    }

    /// All types of the wire in TypeScript.
    fn declarations() -> String {
        let types = declare![
            Intent,
            LabAsk,
            LabDeed,
            LabItem,
            LabState,
            LabPlan,
            Seat,
            Clock,
            RaceClock,
            Wishes,
            Edit,
            Message,
            KeptItem,
            Job,
            View,
            HistoryPart,
            Table,
            ClockView,
            End,
            LevelItem,
            WrongLesson,
            lesson::Lesson,
            lesson::LessonStep,
            lesson::Stage,
            lesson::Part,
            lesson::Block,
            lesson::Words,
            Door,
            Today,
            Progress,
            Answer,
            StatsRecord,
            Score,
            Thought,
            Annotated,
            Lane,
            TracedLane,
            trace::Cursor,
            trace::Counts,
            trace::NodeView,
            trace::Shift,
            trace::OpenList,
            trace::WhyNext,
            trace::Break,
            trace::Measure,
            trace::Timeline,
            trace::TreeView,
            trace::BestLine,
            trace::What,
            trace::Kind,
            Step,
            Findings,
            Judged,
            Point,
            Example,
            Fall,
            Difference,
            Standing,
            SideStats,
            TreeNode,
            Rating,
            Hint,
            Why,
            Opening,
            Verdict,
            Chances,
            GameInfo,
            Parts,
            AlgorithmItem,
            HeuristicItem,
            OptionItem,
            FormatInfo,
            Tool,
            Spot,
            SetItem,
            VariantItem,
            PlayerLevel,
            Rules,
            Difficulty,
            Match,
            Phase,
            Who,
            Glass,
            Round,
            RoundEnd,
            Scene,
            Mark,
            SceneTarget,
            ScenePiece,
            SceneMove,
            Side,
        ];
        format!(
            "// Generated from src/server/wire and crates/kit by a test; do not edit.\n{types}{}{REFUSAL}",
            rooms()
        )
    }

    #[test]
    fn the_types_of_the_page_are_those_of_the_server() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/web/js/core/wire.d.ts");
        let now = declarations();
        if std::env::var_os("WRITE_WIRE_TYPES").is_some() {
            std::fs::write(file, &now).unwrap();
        }
        let kept = std::fs::read_to_string(file).unwrap_or_default();
        assert!(
            kept == now,
            "run the tests once with WRITE_WIRE_TYPES=1, then look at the page's type errors"
        );
    }
}
