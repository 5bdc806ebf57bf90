// @ts-check
// Writes an animated PNG, frame by frame: of each only the part that differs from the one before, with what is the same
// there left clear. The format is that of the PNG specification, third edition: acTL, then fcTL before each frame, and
// fdAT for the data of all but the first.

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
/** Colours with transparency, four bytes each. */
const [BITS, RGBA, SIZE] = [8, 6, 4];
/** How a frame is laid on the one before: instead of it, or over it. */
const [SOURCE, OVER] = [0, 1];

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

/** A piece of the file, with its sum. @param {string} type @param {...(number[] | Uint8Array)} parts */
function chunk(type, ...parts) {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const bytes = new Uint8Array(length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, length);
  bytes.set([...type].map((letter) => letter.charCodeAt(0)), 4);
  let at = 8;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  let crc = 0xffffffff;
  for (let i = 4; i < at; i += 1) crc = CRC[(crc ^ bytes[i]) & 255] ^ (crc >>> 8);
  view.setUint32(at, ~crc);
  return bytes;
}
/** @param {...number} values */
const words = (...values) => {
  const bytes = new Uint8Array(4 * values.length);
  values.forEach((value, i) => new DataView(bytes.buffer).setUint32(4 * i, value));
  return bytes;
};

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function deflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The part in which two pictures differ, at least a pixel. @param {Uint32Array} before @param {Uint32Array} now
 * @param {number} wide @param {number} high */
function difference(before, now, wide, high) {
  let [left, top, right, bottom] = [wide, high, -1, -1];
  for (let y = 0, at = 0; y < high; y += 1) {
    for (let x = 0; x < wide; x += 1, at += 1) {
      if (before[at] === now[at]) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  return right < 0 ? { x: 0, y: 0, wide: 1, high: 1 }
    : { x: left, y: top, wide: right - left + 1, high: bottom - top + 1 };
}

/** The lines of the first picture, each as its difference to the line above: boards are alike from line to line.
 * @param {Uint8ClampedArray} pixels @param {number} wide @param {number} high */
function whole(pixels, wide, high) {
  const [stride, line] = [SIZE * wide, SIZE * wide + 1];
  const bytes = new Uint8Array(line * high);
  for (let row = 0; row < high; row += 1) {
    bytes[row * line] = row ? 2 : 0;
    for (let i = 0, from = row * stride; i < stride; i += 1, from += 1)
      bytes[row * line + 1 + i] = pixels[from] - (row ? pixels[from - stride] : 0);
  }
  return bytes;
}
/** The lines of a part, as they are, where they differ. @param {Uint32Array} before @param {Uint32Array} now
 * @param {number} stride pixels in a line of the picture @param {ReturnType<typeof difference>} part */
function changed(before, now, stride, { x, y, wide, high }) {
  const bytes = new Uint8Array((SIZE * wide + 1) * high);
  const pixels = new Uint8Array(now.buffer);
  for (let row = 0, to = 0; row < high; row += 1) {
    to += 1;
    for (let at = (y + row) * stride + x, end = at + wide; at < end; at += 1, to += SIZE)
      if (before[at] !== now[at]) bytes.set(pixels.subarray(SIZE * at, SIZE * at + SIZE), to);
  }
  return bytes;
}

/** @param {number} wide @param {number} high @param {number} frames how many there will be */
export function createApng(wide, high, frames) {
  const parts = [Uint8Array.from(SIGNATURE),
    chunk("IHDR", words(wide, high), [BITS, RGBA, 0, 0, 0]), chunk("acTL", words(frames, 0))];
  let sequence = 0;
  /** @type {Uint32Array | null} */
  let before = null;
  return {
    /** @param {ImageData} image @param {number} millis how long it is seen */
    async add(image, millis) {
      const now = new Uint32Array(image.data.buffer);
      const part = before ? difference(before, now, wide, high) : { x: 0, y: 0, wide, high };
      const data = await deflated(before ? changed(before, now, wide, part) : whole(image.data, wide, high));
      const delay = [millis >> 8, millis & 255, 1000 >> 8, 1000 & 255];
      parts.push(chunk("fcTL", words(sequence, part.wide, part.high, part.x, part.y), delay,
        [0, before ? OVER : SOURCE]));
      sequence += 1;
      if (before) {
        parts.push(chunk("fdAT", words(sequence), data));
        sequence += 1;
      } else parts.push(chunk("IDAT", data));
      before = now;
    },
    end: () => new Blob([...parts, chunk("IEND")], { type: "image/png" }),
  };
}
