// boardgame.io under the load that benchmarks/server.py puts on our own server: pairs of people who
// move in turn as fast as they see each other's moves. Its server is a process of its own, keeps
// its matches in memory, and plays a game that counts to a number.
//
//     node bench.cjs FOLDER MATCHES SECONDS      FOLDER has node_modules with boardgame.io
//
// It says "open" when people have moved at every match, then waits for a line; "begin" and "end" when
// its time begins and ends; and then what it has found.

const { fork } = require("node:child_process");
const { createRequire } = require("node:module");
const { performance } = require("node:perf_hooks");

const [folder, matches, seconds] = process.argv.slice(2);
const take = createRequire(`${folder}/`);
const WARM = 1 / 6; // of the seconds, before they begin
const game = {
  name: "count",
  setup: () => ({ count: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    more: ({ G }) => {
      G.count += 1;
    },
  },
};

async function serve() {
  const { Server, Origins } = take("boardgame.io/server");
  const { appServer } = await Server({ games: [game], origins: [Origins.LOCALHOST] }).run(0);
  process.on("disconnect", () => process.exit(0));
  process.send(appServer.address().port);
}

/** Two people at a match; time counts from a move until the other one sees it. */
function sitDown(server, matchID, times, moved) {
  const { Client } = take("boardgame.io/client");
  const { SocketIO } = take("boardgame.io/multiplayer");
  let asked = null; // the turn that somebody has made, and when
  for (const playerID of ["0", "1"]) {
    const client = Client({ game, matchID, playerID, numPlayers: 2, debug: false, multiplayer: SocketIO({ server }) });
    client.subscribe((state) => {
      if (!state?.isConnected || state.ctx.currentPlayer !== playerID || asked?.turn === state.ctx.turn) return;
      if (asked && state.ctx.turn !== asked.turn + 1) return;
      if (asked) {
        times.push(performance.now() - asked.at);
        moved.add(matchID);
      }
      asked = { turn: state.ctx.turn, at: performance.now() };
      setImmediate(() => client.moves.more());
    });
    client.start();
  }
}

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function load() {
  const server = fork(__filename, [folder, "serve"], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const port = await new Promise((resolve) => server.once("message", resolve));
  const times = [];
  const moved = new Set();
  for (let number = 0; number < Number(matches); number++) {
    sitDown(`http://127.0.0.1:${port}`, `match-${number}`, times, moved);
    if (number % 10 === 9) await wait(50);
  }
  while (moved.size < Number(matches)) await wait(50);
  console.log("open");
  await new Promise((resolve) => process.stdin.once("data", resolve));
  await wait(WARM * seconds * 1000);
  console.log("begin");
  times.length = 0;
  const begun = performance.now();
  await wait(Number(seconds) * 1000);
  const passed = (performance.now() - begun) / 1000;
  console.log("end");
  const found = times.slice().sort((one, other) => one - other);
  const part = (share) => found[Math.round(share * (found.length - 1))];
  console.log(
    JSON.stringify({
      moves: found.length,
      moves_per_second: found.length / passed,
      p50_ms: part(0.5),
      p99_ms: part(0.99),
    }),
  );
  server.kill();
  process.exit(0);
}

if (matches === "serve") serve();
else load();
