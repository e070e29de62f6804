import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { effectiveTag, type ImageReference, parseImageReference } from '../../src/kubernetes/index.ts';

const HASH = 'dbcc1c35ac38df41fd2f5e4130b32ffdb93ebae8b3dbe638c23575912276fc9c';
const SHA256 = `sha256:${HASH}`;
const SHA384 = `sha384:${'0'.repeat(96)}`;
const SHA512 = `sha512:${'f'.repeat(128)}`;

function reference(text: string): ImageReference | undefined {
  const result = parseImageReference(text);
  return 'reference' in result ? result.reference : undefined;
}

function write({ domain, path, tag, digest }: ImageReference): string {
  const name = domain === '' ? path : `${domain}/${path}`;
  return name + (tag === undefined ? '' : `:${tag}`) + (digest === undefined ? '' : `@${digest}`);
}

function problem(text: string): string | undefined {
  const result = parseImageReference(text);
  return 'problem' in result ? result.problem : undefined;
}

describe('parseImageReference accepts', () => {
  test.each<[string, string, string, (string | undefined)?, string?]>([
    // text, domain, path, tag, digest
    ['nginx', 'docker.io', 'library/nginx'],
    ['nginx:1.27', 'docker.io', 'library/nginx', '1.27'],
    [`nginx@${SHA256}`, 'docker.io', 'library/nginx', undefined, SHA256],
    [`nginx:latest@${SHA256}`, 'docker.io', 'library/nginx', 'latest', SHA256],
    [`nginx@${SHA384}`, 'docker.io', 'library/nginx', undefined, SHA384],
    [`nginx@${SHA512}`, 'docker.io', 'library/nginx', undefined, SHA512],
    ['docker.io/nginx', 'docker.io', 'library/nginx'],
    ['docker.io/nginx:1', 'docker.io', 'library/nginx', '1'],
    ['docker.io/library/nginx', 'docker.io', 'library/nginx'],
    ['docker.io/library/a/b', 'docker.io', 'library/a/b'],
    ['index.docker.io/nginx', 'docker.io', 'library/nginx'],
    ['index.docker.io/team/app', 'docker.io', 'team/app'],
    ['team/app', 'docker.io', 'team/app'],
    ['test_com/foo', 'docker.io', 'test_com/foo'],
    // Without a slash there is no domain: the text after the colon is a tag.
    ['registry:5000', 'docker.io', 'library/registry', '5000'],
    ['localhost', 'docker.io', 'library/localhost'],
    ['example.com:8080', 'docker.io', 'library/example.com', '8080'],
    ['host:5000/x', 'host:5000', 'x'],
    ['host:5000/x:1', 'host:5000', 'x', '1'],
    ['localhost/app', 'localhost', 'app'],
    ['ghcr.io/team/app:v1.2.3', 'ghcr.io', 'team/app', 'v1.2.3'],
    ['127.0.0.1:8000/private/app', '127.0.0.1:8000', 'private/app'],
    ['xn--n3h.com:18080/foo', 'xn--n3h.com:18080', 'foo'],
    ['[2001:db8::1]:5000/repo:tag', '[2001:db8::1]:5000', 'repo', 'tag'],
    ['[::1]/repo', '[::1]', 'repo'],
    // An upper-case letter makes the first part a registry.
    ['MyRepo/app', 'MyRepo', 'app'],
    ['a__b/c--d.e_f/g---h', 'docker.io', 'a__b/c--d.e_f/g---h'],
    ['app:_x', 'docker.io', 'library/app', '_x'],
    ['app:V1.2_3-rc', 'docker.io', 'library/app', 'V1.2_3-rc'],
    // Only the bare hexadecimal name is taken for an id.
    [`docker.io/${HASH}`, 'docker.io', `library/${HASH}`],
    [`${HASH}:v1`, 'docker.io', `library/${HASH}`, 'v1'],
    [HASH.slice(1), 'docker.io', `library/${HASH.slice(1)}`],
    // No host name holds a "_", so that upstream reads the whole name as a path.
    ['my_registry.example/app', '', 'my_registry.example/app'],
  ])('%s', (text, domain, path, tag, digest) => {
    expect(parseImageReference(text)).toEqual({ reference: { domain, path, tag, digest } });
  });

  test('a repository name of 255 characters and a tag of 128', () => {
    expect(reference(`x.io/${'a'.repeat(255)}`)?.path).toHaveLength(255);
    expect(reference('a'.repeat(247))?.path).toHaveLength(255);
    expect(reference(`app:${'t'.repeat(128)}`)?.tag).toHaveLength(128);
  });
});

describe('parseImageReference says what is wrong with', () => {
  test.each<[string, string]>([
    ['', 'it is empty'],
    [' nginx', 'it starts or ends with white space'],
    ['nginx:1.27 ', 'it starts or ends with white space'],
    ['nginx\n', 'it starts or ends with white space'],
    ['my app', 'it contains white space'],
    ['https://x/y', 'it has a URL scheme'],
    ['docker://x.io/y:1', 'it has a URL scheme'],
    [HASH, 'a name of 64 hexadecimal digits would be taken for an image id'],
    ['App', 'the repository name "App" must be lowercase'],
    ['repo/App', 'the repository name "repo/App" must be lowercase'],
    ['docker.io/team/App:1', 'the repository name "team/App" must be lowercase'],
    [':tag', 'the repository name is missing'],
    [`@${SHA256}`, 'the repository name is missing'],
    ['ghcr.io/', 'the repository name is missing'],
    ['docker/', 'the repository name "docker/" has an empty part'],
    ['docker///docker', 'the repository name "docker///docker" has an empty part'],
    ['/app', 'the repository name "/app" has an empty part'],
    ['-docker.io/app', 'the registry "-docker.io" must be a host name or an IP address, with a port at most'],
    ['x.io:/app', 'the registry "x.io:" must be a host name or an IP address, with a port at most'],
    ['app:v1/sub', 'the registry "app:v1" must be a host name or an IP address, with a port at most'],
    [
      'fc00::1:5000/app',
      'the registry "fc00::1:5000" must be a host name or an IP address, with a port at most',
    ],
    ['app:', 'the tag after ":" is empty'],
    ['app:2.9e+07', 'the tag "2.9e+07" may hold only letters, digits, "_", "." and "-"'],
    ['app:a:b', 'the tag "a:b" may hold only letters, digits, "_", "." and "-"'],
    ['app:-x', 'the tag "-x" must start with a letter, a digit or "_"'],
    ['app:.x', 'the tag ".x" must start with a letter, a digit or "_"'],
    [`app:${'t'.repeat(129)}`, 'the tag has 129 characters, more than 128'],
    ['app@', 'the digest after "@" is empty'],
    ['app@v1', 'the digest "v1" must have an algorithm before the hash, as in "sha256:"'],
    ['app:v1@sha256:short', 'the sha256 hash "short" may hold only digits and the letters "a" to "f"'],
    ['app@sha256:', 'the sha256 hash must have 64 digits, not 0'],
    [`app@sha256:${HASH.slice(2)}`, 'the sha256 hash must have 64 digits, not 62'],
    [`app@sha512:${HASH}`, 'the sha512 hash must have 128 digits, not 64'],
    [`app@md5:${'0'.repeat(32)}`, 'the digest algorithm "md5" must be sha256, sha384 or sha512'],
    [`app@SHA256:${HASH}`, 'the digest algorithm "SHA256" must be sha256, sha384 or sha512'],
    [`x.io/${'a'.repeat(256)}`, 'the repository name has 256 characters, more than 255'],
    // The path is completed before it is measured: library/ has 8 characters.
    ['a'.repeat(248), 'the repository name has 256 characters, more than 255'],
  ])('%j', (text, expected) => {
    expect(problem(text)).toBe(expected);
  });

  test.each([
    '-docker',
    'docker-',
    '_docker/a',
    'team/dock..er',
    'dock_.er/a',
    'a___b',
    'aa/asdf$$^/aa',
    'é',
    '[fc00::1]',
  ])('%s, whose name is malformed', (text) => {
    expect(problem(text)).toMatch(/^the repository name ".*" may hold only/);
  });

  test.each([
    '[fe80::1%eth0]:5000/a',
    '[2001:db8::192.0.2.33]/a',
    'foo_x:5000/a',
    'Foo_x/a',
    'a..io/b',
    '.io/b',
  ])('%s, whose registry is malformed', (text) => {
    expect(problem(text)).toMatch(/^the registry ".*" must be/);
  });

  test('a hash in upper case', () => {
    expect(problem(`app@sha256:${HASH.toUpperCase()}`)).toMatch(
      /^the sha256 hash "DBCC.*…" may hold only digits/,
    );
  });
});

test('effectiveTag', () => {
  const tagOf = (text: string) => {
    const parsed = reference(text);
    return parsed === undefined ? 'unparsed' : effectiveTag(parsed);
  };
  expect(tagOf('nginx')).toBe('latest');
  expect(tagOf('nginx:latest')).toBe('latest');
  expect(tagOf('nginx:1')).toBe('1');
  expect(tagOf(`nginx@${SHA256}`)).toBeUndefined();
  expect(tagOf(`nginx:latest@${SHA256}`)).toBe('latest');
});

const repeated = (characters: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength });
const LOWER = 'abc019';
const components = fc
  .array(fc.tuple(repeated(LOWER, 1, 5), fc.constantFrom('.', '_', '__', '-', '---')), {
    minLength: 1,
    maxLength: 3,
  })
  .map((parts) => parts.map(([word, separator], i) => (i === 0 ? word : separator + word)).join(''));
const paths = fc.array(components, { minLength: 2, maxLength: 4 }).map((parts) => parts.join('/'));
const domains = fc
  .tuple(repeated('abzXY09', 1, 8), fc.constantFrom('.io', '.example.com', ':5000', '.Io:80'))
  .map(([host, rest]) => host + rest);
const tags = fc.tuple(repeated('aZ0_', 1, 1), repeated('aZ0_.-', 0, 127)).map((parts) => parts.join(''));
const digests = fc.constantFrom(SHA256, SHA384, SHA512);

describe('any', () => {
  test('well-formed reference gives its parts back', () => {
    const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
    fc.assert(
      fc.property(domains, paths, optional(tags), optional(digests), (domain, path, tag, digest) => {
        const text = write({ domain, path, tag, digest });
        expect(parseImageReference(text)).toEqual({ reference: { domain, path, tag, digest } });
      }),
    );
  });

  test('accepted text is the same reference in its full form', () => {
    const pieces = fc.constantFrom(
      'a',
      'app',
      'App',
      '.',
      '_',
      '-',
      ':',
      '/',
      '@',
      'docker.io',
      'x.io',
      '[::1]',
      SHA256,
      HASH,
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const parsed = reference(parts.join(''));
        if (parsed === undefined) return;
        expect(parseImageReference(write(parsed))).toEqual({ reference: parsed });
      }),
      { numRuns: 2000 },
    );
  });

  test('text gives a reference or a short problem', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const found = problem(text);
        expect(found === undefined).toBe(reference(text) !== undefined);
        if (found !== undefined) expect(found).toMatch(/^[a-z]/);
      }),
    );
  });

  test.each([
    `${'a'.repeat(100_000)}!`,
    'a-'.repeat(50_000),
    `${'a.'.repeat(50_000)}/x`,
    `x.io/${'a_'.repeat(50_000)}`,
    `[${':'.repeat(100_000)}`,
    '/'.repeat(100_000),
    '@'.repeat(100_000),
    `a:${'t'.repeat(100_000)}`,
    `a@sha256:${'a'.repeat(100_000)}`,
    `a@${'a-'.repeat(50_000)}`,
    `${'x'.repeat(100_000)}${' '.repeat(100_000)}y`,
  ])('hostile text ends in a problem that can be printed (%#)', (text) => {
    expect(problem(text)?.length).toBeLessThan(250);
  });
});
