// `npm run test:corpus -- DIR [--update]`: rollsafe on a folder of real manifests, which isn't part of the repository.
import fs from 'node:fs';
import { countFindings } from './compare.mjs';
import { EXIT } from './exit.mjs';
import { fixCopy } from './fixes.mjs';

async function main(args) {
  const isUpdate = args.includes('--update');
  const [folder, ...others] = args.filter((arg) => arg !== '--update');
  if (others.length > 0 || !fs.statSync(folder ?? '', { throwIfNoEntry: false })?.isDirectory()) {
    process.stderr.write('Usage: npm run test:corpus -- DIR [--update]\n');
    return EXIT.trouble;
  }
  const counted = countFindings(folder, isUpdate);
  return isUpdate ? counted : Math.max(counted, await fixCopy(folder));
}

process.exitCode = await main(process.argv.slice(2));
