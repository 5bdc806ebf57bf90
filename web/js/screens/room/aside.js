// @ts-check
// Something that the host asks the program beside the room: a table of its own for a moment. Only who has the key can.

/** @import { Message, Of } from "../../core/state.js" */
/** @import { Intent } from "../../core/wire.js" */

/** As long an answer is waited for, in milliseconds. */
const PATIENCE = 20_000;

/**
 * The first message of a kind after something was asked; none where there is no answer.
 * @template {Message["type"]} T
 * @param {string} game @param {Intent} question @param {T} kind @returns {Promise<Of<T> | null>}
 */
export const askAside = (game, question, kind) => new Promise((done) => {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/ws?sitting=room-aside&page=room-aside&game=${game}`);
  const timer = setTimeout(() => socket.close(), PATIENCE);
  let asked = false;
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === "hello") {
      asked = true;
      socket.send(JSON.stringify({ ...question, n: message.applied + 1 }));
    } else if (asked && message.type === kind) {
      done(message);
      socket.close();
    }
  };
  socket.onclose = () => {
    clearTimeout(timer);
    done(null);
  };
});
