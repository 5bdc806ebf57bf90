// A solver for Damier in C++ without any library: Taquin by A* with the Manhattan distance.
// Try it: g++ -O2 -std=c++17 -pthread solver.cpp -o solver && damier engine check ./solver
#include <atomic>
#include <chrono>
#include <iostream>
#include <queue>
#include <string>
#include <thread>
#include <unordered_map>
using namespace std;

atomic<bool> stopped{false};
struct Node { int f, h; long id, parent; string tiles, way; };
bool operator<(const Node& a, const Node& b) { return a.f > b.f || (a.f == b.f && a.h > b.h); }

// The number behind a key of a line of JSON; `usual` where there is none.
long number(const string& line, const string& key, long usual) {
    size_t at = line.find("\"" + key + "\":");
    return at == string::npos ? usual : atol(line.c_str() + at + key.size() + 3);
}

void solve(string position, string go) {
    int width = number(position, "width", 0);
    size_t at = position.find("\"tiles\":[");
    if (width < 2 || at == string::npos) { cout << "{\"error\":\"this is no position of Taquin\"}" << endl; return; }
    string start;  // a letter for each tile
    for (at += 8; position[at] != ']'; at = position.find_first_of(",]", at + 1)) start += char(atoi(&position[at + 1]));
    auto distance = [&](const string& tiles) {
        int sum = 0;
        for (int cell = 0; cell < (int)tiles.size(); cell++)
            if (int to = tiles[cell] - 1; to >= 0) sum += abs(to % width - cell % width) + abs(to / width - cell / width);
        return sum;
    };
    auto until = chrono::steady_clock::now() + chrono::milliseconds(number(go, "time_ms", 60000));
    long most = number(go, "nodes", 1L << 60), made = 0, expanded = 0;
    bool events = go.find("\"events\":true") != string::npos;
    unordered_map<string, int> best{{start, 0}};
    priority_queue<Node> waiting;
    waiting.push({distance(start), distance(start), 0, -1, start, ""});
    string answer = "\"outcome\":\"unsolvable\"";
    for (; !waiting.empty(); ) {
        Node node = waiting.top();
        waiting.pop();
        int g = node.f - node.h, size = node.tiles.size(), gap = node.tiles.find('\0');
        if (node.h == 0) {
            answer = "\"outcome\":\"solved\",\"optimal\":true,\"cost\":" + to_string(g) + ",\"solution\":\"" + node.way + "\"";
            break;
        }
        if (stopped || expanded >= most || chrono::steady_clock::now() > until) { answer = "\"outcome\":\"limit\""; break; }
        if (g > best[node.tiles]) continue;
        expanded++;
        if (events) {  // somebody watches
            cout << "{\"event\":{\"type\":\"expand\",\"id\":" << node.id << ",\"g\":" << g << ",\"h\":" << node.h;
            if (node.parent >= 0) cout << ",\"parent\":" << node.parent << ",\"move\":\"" << node.way.back() << "\"";
            cout << "}}" << endl;
        }
        const int tos[] = {gap + 1, gap - 1, gap + width, gap - width}, x = gap % width;
        const bool possible[] = {x < width - 1, x > 0, gap + width < size, gap >= width};
        for (int way = 0; way < 4; way++) {
            if (!possible[way]) continue;
            string after = node.tiles;
            swap(after[gap], after[tos[way]]);  // the tile moves into the gap
            auto known = best.find(after);
            if (known != best.end() && known->second <= g + 1) continue;
            best[after] = g + 1;
            int h = distance(after);
            waiting.push({g + 1 + h, h, ++made, node.id, after, node.way + "lrud"[way]});
        }
    }
    cout << "{\"result\":{" << answer << ",\"stats\":{\"expanded\":" << expanded << "}}}" << endl;
}

int main() {
    cout << "{\"hello\":{\"name\":\"A* in C++\",\"game\":\"taquin\",\"roles\":[\"solver\"]}}" << endl;
    string line, position;
    thread work;
    while (getline(cin, line) && line.rfind("{\"quit\"", 0) != 0) {
        if (line.rfind("{\"position\"", 0) == 0) position = line;
        if (line.rfind("{\"stop\"", 0) == 0) stopped = true;
        if (line.rfind("{\"go\"", 0) == 0) {  // in a thread of its own, so that `stop` is heard while the search runs
            if (work.joinable()) work.join();
            stopped = false;
            work = thread(solve, position, line);
        }
    }
    stopped = true;
    if (work.joinable()) work.join();
}
