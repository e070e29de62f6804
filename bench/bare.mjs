// What rollsafe is measured against, as a process of its own: `node bare.mjs read|parse LIST`. LIST is a JSON file with
// the paths of the files to read, or to read and parse with `yaml` alone.
import fs from 'node:fs';

const [task, list] = process.argv.slice(2);
const files = JSON.parse(fs.readFileSync(list, 'utf8'));

if (task === 'read') {
  for (const file of files) fs.readFileSync(file, 'utf8');
} else {
  const { parseAllDocuments } = await import('yaml');
  for (const file of files) parseAllDocuments(fs.readFileSync(file, 'utf8'));
}
