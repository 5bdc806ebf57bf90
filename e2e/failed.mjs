// A reporter that names the files in which a test failed, one a line.

import { relative } from 'node:path';

export default async function* failed(events) {
  const files = new Set();
  for await (const { type, data } of events) if (type === 'test:fail' && data.file) files.add(relative(process.cwd(), data.file));
  for (const file of files) yield `${file}\n`;
}
