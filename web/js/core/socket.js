// @ts-check
// The wire: a socket that comes back, and finds its sitting again.

const KEY = "damier.sitting";
/** The server closes with this code when another window has taken the sitting over. */
const TAKEN = 4001;

/**
 * Connects, and connects again with growing pauses; the server keeps the sitting as it stands.
 * @param {(message: any) => void} receive hears a message of the game that is shown
 * @param {(link: "online" | "offline" | "taken") => void} changed
 */
export function connect(receive, changed) {
  /** @type {WebSocket | null} */
  let socket = null;
  let pause = 250;
  let timer = 0;
  let taken = false;
  let game = "";

  const open = () => {
    clearTimeout(timer);
    taken = false;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const sitting = sessionStorage.getItem(KEY) ?? "";
    const mine = new WebSocket(`${scheme}://${location.host}/ws?sitting=${encodeURIComponent(sitting)}&game=${game}`);
    socket = mine;
    mine.onopen = () => {
      pause = 250;
      changed("online");
    };
    mine.onmessage = (event) => {
      if (socket !== mine || typeof event.data !== "string") return;
      const message = JSON.parse(event.data);
      if (message.type === "hello") sessionStorage.setItem(KEY, message.sitting);
      receive(message);
    };
    mine.onclose = (event) => {
      if (socket !== mine) return;
      socket = null;
      if (event.code === TAKEN) {
        taken = true;
        return changed("taken");
      }
      changed("offline");
      timer = setTimeout(open, pause * (0.75 + Math.random() / 2));
      pause = Math.min(pause * 2, 8000);
    };
  };
  const hurry = () => {
    if (!socket && game && !taken && !document.hidden) open();
  };
  addEventListener("online", hurry);
  document.addEventListener("visibilitychange", hurry);

  return {
    /** Sits down to a game; the connection to another one ends. @param {string} name */
    open(name) {
      game = name;
      const before = socket;
      socket = null;
      before?.close();
      pause = 250;
      open();
    },
    /** Takes the sitting back from another window. */
    again: open,
    /** Sends, if there is a connection. @param {object} message */
    send(message) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
  };
}
