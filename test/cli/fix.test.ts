// `--fix` and `--fix-dry-run`: what becomes of the files to the byte, what is said, and the exit status.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../project/folder.ts';
import { BROKEN, CLEAN } from './manifests.ts';
import { found, type JsonReport, lintJson, rollsafe } from './program.ts';

/** A Deployment with one finding that has a safe fix, in a text that a formatter would not leave alone. */
const MESSY = `# an "emoji": 😀
apiVersion:   apps/v1
kind: 'Deployment'
metadata: { name: "web"  }   # quotes stay
spec:
    replicas: 3

    revisionHistoryLimit: 0 # 😀 goes
    selector: {matchLabels: {app: web}}   
    template:
            metadata: {labels: {app: web}}
`;
const MENDED = MESSY.replace('    revisionHistoryLimit: 0 # 😀 goes\n', '');
const done = (file: string) => `fixed ${file}: revision-history-zero\nFixed 1 finding in 1 file\n`;
const DONE = done('web.yaml');
const wouldFix = (file: string, left = '') =>
  `would fix ${file}: revision-history-zero\nWould fix 1 finding in 1 file${left}\n`;
/** The only rule, so that others may come and go. */
const RULE = ['--rule', 'revision-history-zero'];

const UNSAFE =
  'apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: db}\nspec: {revisionHistoryLimit: 0}\n';
const UNSAFE_MENDED = 'apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: db}\nspec: {}\n';

const text = (folder: string, file: string) => fs.readFileSync(path.join(folder, file), 'utf8');
const fix = (cwd: string, ...args: string[]) => rollsafe(['lint', ...RULE, '--fix', ...args], { cwd });

describe('--fix', () => {
  const variants: Readonly<Record<string, (written: string) => string | Buffer>> = {
    'as written': (written) => written,
    'with CRLF': (written) => written.replaceAll('\n', '\r\n'),
    'with a byte order mark': (written) => `\uFEFF${written}`,
    'without a final newline': (written) => written.trimEnd(),
    'in UTF-16': (written) => Buffer.from(`\uFEFF${written}`, 'utf16le'),
    'in UTF-16, big end first, with CRLF': (written) =>
      Buffer.from(`\uFEFF${written.replaceAll('\n', '\r\n')}`, 'utf16le').swap16(),
    'in a stream': (written) => `${CLEAN}---\n${written}---\n${CLEAN}`,
  };
  it.each(Object.entries(variants))('changes nothing but what the fix says: %s', (_, variant) => {
    const cwd = temporaryFolder({ 'web.yaml': variant(MESSY), 'clean.yaml': CLEAN });
    const clean = fs.statSync(path.join(cwd, 'clean.yaml'));
    expect(fix(cwd)).toMatchObject({ status: 0, stderr: DONE });
    expect(fs.readFileSync(path.join(cwd, 'web.yaml'))).toEqual(Buffer.from(variant(MENDED)));
    expect(fs.statSync(path.join(cwd, 'clean.yaml')).ino).toBe(clean.ino);
    expect(fs.readdirSync(cwd).sort()).toEqual(['clean.yaml', 'web.yaml']);
  });

  it('changes nothing the second time, and says nothing of it', () => {
    const cwd = temporaryFolder({ 'web.yaml': MESSY });
    fix(cwd);
    const { ino } = fs.statSync(path.join(cwd, 'web.yaml'));
    expect(fix(cwd)).toMatchObject({ status: 0, stderr: '' });
    expect(fs.statSync(path.join(cwd, 'web.yaml')).ino).toBe(ino);
  });

  it('applies safe fixes, and with =all unsafe ones', () => {
    const cwd = temporaryFolder({ 'web.yaml': MESSY, 'db.yaml': UNSAFE });
    const { stdout, stderr, status } = fix(cwd);
    expect([status, stderr]).toEqual([1, DONE]);
    expect(stdout).toContain('\n1 error in 2 files (2 objects)');
    expect(stdout).toContain('\n1 fixable with --fix=all\n');
    expect([text(cwd, 'web.yaml'), text(cwd, 'db.yaml')]).toEqual([MENDED, UNSAFE]);
    const all = rollsafe(['lint', ...RULE, '--fix=all'], { cwd });
    expect([all.status, all.stderr]).toEqual([0, done('db.yaml')]);
    expect(text(cwd, 'db.yaml')).toBe(UNSAFE_MENDED);
  });

  it('applies no suggestion', () => {
    const misspelt = `${CLEAN}data: {a: b} # rollsafe-ignore no-such-rule\n`;
    const cwd = temporaryFolder({ 'a.yaml': misspelt });
    expect(rollsafe(['lint', '--format', 'json', '.'], { cwd }).stdout).toContain('"safety": "suggestion"');
    rollsafe(['lint', '--fix=all'], { cwd });
    expect(text(cwd, 'a.yaml')).toBe(misspelt);
  });

  it('leaves what is ignored', () => {
    const ignored = MESSY.replace('# 😀 goes', '# rollsafe-ignore revision-history-zero -- 😀');
    const cwd = temporaryFolder({ 'web.yaml': ignored });
    expect(fix(cwd)).toMatchObject({ status: 0, stderr: '' });
    expect(text(cwd, 'web.yaml')).toBe(ignored);
  });

  it('leaves a value that comes through an alias', () => {
    const aliased = UNSAFE.replace('StatefulSet', 'Deployment')
      .replace('{name: db}', '{name: db, annotations: {}}\nx: &spec {revisionHistoryLimit: 0}')
      .replace('spec: {revisionHistoryLimit: 0}', 'spec: *spec');
    const cwd = temporaryFolder({ 'web.yaml': aliased });
    expect(found(lintJson([...RULE, '--fix=all'], { cwd }).report)).toEqual([
      'web.yaml:4 revision-history-zero',
    ]);
    expect(text(cwd, 'web.yaml')).toBe(aliased);
  });

  it('says file by file what was done, of which rules', () => {
    const port = '{containers: [{name: a, readinessProbe: {tcpSocket: {port: "80"}}}]}';
    const pod = `apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: ${port}\n`;
    const cwd = temporaryFolder({ 'b.yaml': `${pod}---\n${pod}---\n${MESSY}`, 'a.yaml': MESSY });
    const args = ['lint', ...RULE, '--rule', 'port-number-quoted'];
    const lines = (verb: string) =>
      `${verb} a.yaml: revision-history-zero\n${verb} b.yaml: port-number-quoted (2), revision-history-zero\n`;
    expect(rollsafe([...args, '--fix-dry-run'], { cwd }).stderr).toBe(
      `${lines('would fix')}Would fix 4 findings in 2 files\n`,
    );
    expect(rollsafe([...args, '--fix'], { cwd }).stderr).toBe(
      `${lines('fixed')}Fixed 4 findings in 2 files\n`,
    );
  });

  it('reports what is left, in every format', () => {
    const cwd = temporaryFolder({ 'web.yaml': `${UNSAFE}---\n${MESSY}` });
    const { report, stderr, status } = lintJson([...RULE, '--fix'], { cwd });
    expect(found(report)).toEqual(['web.yaml:4 revision-history-zero']);
    expect([status, stderr]).toEqual([1, DONE]);
  });

  it('goes with --project and with patterns, and stays in the files that are named', () => {
    const cwd = temporaryFolder({ 'a/web.yaml': MESSY, 'b/web.yaml': MESSY, 'c/web.yaml': MESSY });
    expect(fix(cwd, '--project', 'a/web.yaml')).toMatchObject({ status: 0, stderr: done('a/web.yaml') });
    expect(['a', 'b', 'c'].map((name) => text(cwd, `${name}/web.yaml`))).toEqual([MENDED, MESSY, MESSY]);
    expect(fix(cwd, '[b]/*.yaml')).toMatchObject({ status: 0, stderr: done('b/web.yaml') });
    expect(['a', 'b', 'c'].map((name) => text(cwd, `${name}/web.yaml`))).toEqual([MENDED, MENDED, MESSY]);
  });

  it('keeps to the rules of --rule, and with --quiet to errors', () => {
    const idle = `${MESSY}    paused: false # rollsafe-ignore revision-history-zero\n`;
    const cwd = temporaryFolder({ 'web.yaml': idle });
    const others = ['--fix', '--rule', 'selector-conflict', '.'];
    expect(lintJson(others, { cwd }).stderr).toBe('');
    expect(lintJson(['--fix', '--quiet', ...RULE], { cwd }).stderr).toBe(DONE);
    const mended = idle.replace('    revisionHistoryLimit: 0 # 😀 goes\n', '');
    expect(text(cwd, 'web.yaml')).toBe(mended);
    expect(fix(cwd).stderr).toBe('fixed web.yaml: unused-suppression\nFixed 1 finding in 1 file\n');
    expect(text(cwd, 'web.yaml')).toBe(mended.replace(' # rollsafe-ignore revision-history-zero', ''));
  });

  it('replaces the file behind a symbolic link, and keeps modes', () => {
    const cwd = temporaryFolder({ 'elsewhere/real.yaml': MESSY, 'k/x': '' });
    fs.chmodSync(path.join(cwd, 'elsewhere/real.yaml'), 0o640);
    fs.symlinkSync('../elsewhere/real.yaml', path.join(cwd, 'k/web.yaml'));
    const stderr = done('k/web.yaml -> elsewhere/real.yaml');
    expect(fix(cwd, 'k')).toMatchObject({ status: 0, stderr });
    expect(fs.readlinkSync(path.join(cwd, 'k/web.yaml'))).toBe('../elsewhere/real.yaml');
    expect(text(cwd, 'elsewhere/real.yaml')).toBe(MENDED);
    expect(fs.statSync(path.join(cwd, 'elsewhere/real.yaml')).mode & 0o777).toBe(0o640);
    expect(fs.readdirSync(path.join(cwd, 'elsewhere'))).toEqual(['real.yaml']);
  });

  it('does what it can when a path is wrong or a file is broken', () => {
    const cwd = temporaryFolder({ 'web.yaml': MESSY, 'broken.yaml': BROKEN });
    expect(fix(cwd, 'gone.yaml', 'web.yaml', 'broken.yaml')).toMatchObject({ status: 2, stderr: DONE });
    expect([text(cwd, 'web.yaml'), text(cwd, 'broken.yaml')]).toEqual([MENDED, BROKEN]);
  });

  it('does nothing while the configuration has mistakes: it might have said not to', () => {
    const cwd = temporaryFolder({ 'rollsafe.yaml': 'rulez: {}\n', 'web.yaml': MESSY });
    const { status, stderr } = fix(cwd);
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /^rollsafe\.yaml:1:1: .*\nrollsafe: nothing is fixed while the configuration has mistakes\n$/,
    );
    expect(text(cwd, 'web.yaml')).toBe(MESSY);
    const dry = rollsafe(['lint', '--fix-dry-run'], { cwd });
    expect([dry.status, dry.stdout]).toEqual([2, '']);
  });
});

describe('--fix-dry-run', () => {
  const diff = `--- a/k/web.yaml
+++ b/k/web.yaml
@@ -5,7 +5,6 @@
 spec:
     replicas: 3
 
-    revisionHistoryLimit: 0 # 😀 goes
     selector: {matchLabels: {app: web}}   
     template:
             metadata: {labels: {app: web}}
`;
  const dryRun = (cwd: string, ...args: string[]) =>
    rollsafe(['lint', ...RULE, '--fix-dry-run', ...args], { cwd });

  it('prints a diff, changes nothing, and fails when there is one', () => {
    const cwd = temporaryFolder({ 'k/web.yaml': MESSY });
    expect(dryRun(cwd)).toEqual({ status: 1, stdout: diff, stderr: wouldFix('k/web.yaml') });
    expect(dryRun(cwd, '--fail-on', 'never').status).toBe(1);
    expect(text(cwd, 'k/web.yaml')).toBe(MESSY);
  });

  it('prints nothing when there is nothing, and what is left decides', () => {
    const cwd = temporaryFolder({ 'k/web.yaml': MENDED, 'db.yaml': UNSAFE });
    expect(dryRun(cwd)).toEqual({ status: 1, stdout: '', stderr: 'Nothing to fix; left: 1 error\n' });
    expect(dryRun(cwd, 'k')).toEqual({ status: 0, stdout: '', stderr: 'Nothing to fix\n' });
  });

  it('is about safe fixes, with --fix=all about unsafe ones too', () => {
    const cwd = temporaryFolder({ 'k/web.yaml': MESSY, 'db.yaml': UNSAFE });
    expect(dryRun(cwd)).toMatchObject({
      stdout: diff,
      stderr: wouldFix('k/web.yaml', '; left: 1 error'),
    });
    expect(dryRun(cwd, '--fix').stdout).toBe(diff);
    const all = dryRun(cwd, '--fix=all');
    expect(all.stdout).toBe(
      `--- a/db.yaml\n+++ b/db.yaml\n@@ -1,4 +1,4 @@\n apiVersion: apps/v1\n kind: StatefulSet\n metadata: {name: db}\n-spec: {revisionHistoryLimit: 0}\n+spec: {}\n${diff}`,
    );
    expect([text(cwd, 'k/web.yaml'), text(cwd, 'db.yaml')]).toEqual([MESSY, UNSAFE]);
  });

  it('writes reports into files, of what stands there now', () => {
    const cwd = temporaryFolder({ 'k/web.yaml': MESSY, 'db.yaml': UNSAFE });
    const { stdout, stderr } = dryRun(cwd, '--format', 'json=json', '--format', 'concise=all/concise', '.');
    expect([stdout, stderr]).toEqual([diff, wouldFix('k/web.yaml', '; left: 1 error')]);
    const standing = ['db.yaml:4 revision-history-zero', 'k/web.yaml:8 revision-history-zero'];
    expect(found(JSON.parse(text(cwd, 'json')) as JsonReport)).toEqual(standing);
    expect(text(cwd, 'all/concise').match(/revision-history-zero/g)).toHaveLength(2);
    expect(dryRun(cwd, '--format', 'json=json', 'gone.yaml').status).toBe(2);
    expect(found(JSON.parse(text(cwd, 'json')) as JsonReport)).toEqual(['gone.yaml:1 file-not-found']);
  });

  it('names files from the current folder', () => {
    const cwd = temporaryFolder({ 'k/web.yaml': MESSY });
    const below = dryRun(path.join(cwd, 'k'), path.join(cwd, 'k/web.yaml'));
    expect(below.stdout).toBe(diff.replaceAll('/k/', '/'));
  });

  it('shows what would change in standard input', () => {
    const place = { cwd: temporaryFolder(), input: MESSY };
    const named = rollsafe(['lint', ...RULE, '--fix-dry-run', '--stdin-filename', 'k/web.yaml', '-'], place);
    expect(named).toEqual({ status: 1, stdout: diff, stderr: wouldFix('k/web.yaml') });
    const nameless = rollsafe(['lint', ...RULE, '--fix-dry-run', '-'], place);
    expect(nameless.stdout).toBe(diff.replaceAll('k/web.yaml', '<stdin>'));
    expect(nameless.stderr).toBe(wouldFix('<stdin>'));
  });

  it('says on standard error what could not be read, and what a diff cannot show', () => {
    const cwd = temporaryFolder({ 'wide.yaml': Buffer.from(`\uFEFF${MESSY}`, 'utf16le') });
    const { status, stdout, stderr } = dryRun(cwd, 'gone.yaml', 'wide.yaml');
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toBe(
      'rollsafe: gone.yaml: no such file or folder\n' +
        "rollsafe: wide.yaml would be fixed too: a diff of UTF-16 can't be applied, so it isn't shown\n" +
        wouldFix('wide.yaml', '; left: 1 error'),
    );
    expect(dryRun(cwd).status).toBe(1);
  });
});
