// A solver for Damier in Java without any library: Taquin by A* with the Manhattan distance.
// Try it: damier engine check "java Solver.java"   (after javac Solver.java, "java Solver" starts sooner)
import java.util.*;
import java.util.regex.*;

public class Solver {
    static volatile boolean stopped;
    record Node(int f, int h, long id, long parent, String tiles, String way) {}

    static void say(String line) { System.out.println(line); System.out.flush(); }

    static long number(String line, String key, long usual) {
        Matcher found = Pattern.compile("\"" + key + "\":(\\d+)").matcher(line);
        return found.find() ? Long.parseLong(found.group(1)) : usual;
    }

    static int distance(String tiles, int width) {
        int sum = 0;
        for (int cell = 0; cell < tiles.length(); cell++) {
            int to = tiles.charAt(cell) - 1;
            if (to >= 0) sum += Math.abs(to % width - cell % width) + Math.abs(to / width - cell / width);
        }
        return sum;
    }

    static String solve(String position, String go) {
        Matcher list = Pattern.compile("\"tiles\":\\[([\\d,]+)]").matcher(position);
        int width = (int) number(position, "width", 0);
        if (width < 2 || !list.find()) return "{\"error\":\"this is no position of Taquin\"}";
        StringBuilder letters = new StringBuilder(); // a letter for each tile
        for (String tile : list.group(1).split(",")) letters.append((char) Integer.parseInt(tile));
        String start = letters.toString(), answer = "\"outcome\":\"unsolvable\"";
        long until = System.currentTimeMillis() + number(go, "time_ms", 60000), most = number(go, "nodes", Long.MAX_VALUE);
        long made = 0, expanded = 0;
        Map<String, Integer> best = new HashMap<>(Map.of(start, 0));
        PriorityQueue<Node> waiting = new PriorityQueue<>(Comparator.comparingInt(Node::f).thenComparingInt(Node::h));
        for (waiting.add(new Node(distance(start, width), distance(start, width), 0, -1, start, "")); !waiting.isEmpty(); ) {
            Node node = waiting.poll();
            int g = node.f - node.h, gap = node.tiles.indexOf('\0'), x = gap % width;
            if (node.h == 0) {
                answer = "\"outcome\":\"solved\",\"optimal\":true,\"cost\":" + g + ",\"solution\":\"" + node.way + "\"";
                break;
            }
            if (stopped || expanded >= most || System.currentTimeMillis() > until) { answer = "\"outcome\":\"limit\""; break; }
            if (g > best.get(node.tiles)) continue;
            expanded++;
            if (go.contains("\"events\":true")) // somebody watches
                say("{\"event\":{\"type\":\"expand\",\"id\":" + node.id + ",\"g\":" + g + ",\"h\":" + node.h + (node.parent < 0 ? ""
                    : ",\"parent\":" + node.parent + ",\"move\":\"" + node.way.charAt(g - 1) + "\"") + "}}");
            int[] tos = {gap + 1, gap - 1, gap + width, gap - width};
            boolean[] possible = {x < width - 1, x > 0, gap + width < start.length(), gap >= width};
            for (int way = 0; way < 4; way++) {
                if (!possible[way]) continue;
                char[] after = node.tiles.toCharArray();
                after[gap] = after[tos[way]]; // the tile moves into the gap
                after[tos[way]] = 0;
                String tiles = new String(after);
                if (best.getOrDefault(tiles, 1 << 30) <= g + 1) continue;
                best.put(tiles, g + 1);
                int h = distance(tiles, width);
                waiting.add(new Node(g + 1 + h, h, ++made, node.id, tiles, node.way + "lrud".charAt(way)));
            }
        }
        return "{\"result\":{" + answer + ",\"stats\":{\"expanded\":" + expanded + "}}}";
    }

    public static void main(String[] arguments) throws Exception {
        say("{\"hello\":{\"name\":\"A* in Java\",\"game\":\"taquin\",\"roles\":[\"solver\"]}}");
        Thread work = new Thread();
        String position = "";
        for (Scanner in = new Scanner(System.in); in.hasNextLine(); ) {
            String line = in.nextLine();
            if (line.startsWith("{\"quit\"")) break;
            if (line.startsWith("{\"position\"")) position = line;
            if (line.startsWith("{\"stop\"")) stopped = true;
            if (line.startsWith("{\"go\"")) { // in a thread of its own, so that `stop` is heard while the search runs
                work.join();
                stopped = false;
                String at = position;
                work = new Thread(() -> say(solve(at, line)));
                work.start();
            }
        }
        stopped = true;
        work.join();
    }
}
