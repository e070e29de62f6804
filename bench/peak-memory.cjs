// Preloaded into a child (`node --require`): says at the end on stderr how many kilobytes it held at most. On Linux a
// child's figure begins with its parent's, so whoever starts it should be small.
const fs = require('node:fs');

process.on('exit', () => fs.writeSync(2, `\npeak-memory ${process.resourceUsage().maxRSS}\n`));
