// Reads graphs from standard input ("n m", then m lines "a b weight") until it
// ends, and prints for each the weight of a minimum perfect matching, or -1 where
// there is none, and the CPU seconds LEMON needed for it: the best of three runs.
#include <lemon/matching.h>
#include <lemon/smart_graph.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

int main() {
  using lemon::SmartGraph;
  int n, m;
  while (std::scanf("%d %d", &n, &m) == 2) {
    SmartGraph graph;
    std::vector<SmartGraph::Node> nodes;
    for (int i = 0; i < n; i++) nodes.push_back(graph.addNode());
    SmartGraph::EdgeMap<long> gain(graph);
    long dearest = 0;
    std::vector<std::pair<SmartGraph::Edge, long>> cost;
    for (int i = 0; i < m; i++) {
      int a, b;
      long w;
      if (std::scanf("%d %d %ld", &a, &b, &w) != 3) return 1;
      cost.emplace_back(graph.addEdge(nodes[a], nodes[b]), w);
      dearest = std::max(dearest, w);
    }
    for (const auto& c : cost) gain[c.first] = dearest - c.second;
    long total = -1;
    double seconds = 0;
    for (int run = 0; run < 3; run++) {
      const std::clock_t start = std::clock();
      lemon::MaxWeightedPerfectMatching<SmartGraph, SmartGraph::EdgeMap<long>> solver(graph, gain);
      const bool found = solver.run();
      const double took = double(std::clock() - start) / CLOCKS_PER_SEC;
      seconds = run == 0 ? took : std::min(seconds, took);
      if (!found) continue;
      total = 0;
      for (const auto& c : cost)
        if (solver.matching(c.first)) total += c.second;
    }
    std::printf("%ld %.6f\n", total, seconds);
    std::fflush(stdout);
  }
}
