// npm writes a lock file that `npm ci` refuses when a package names optional platform packages that the
// registry does not serve. This adds an entry for each of them, so that the lock is whole again.
// It also takes out which Node such a package asks for: npm judges by the Node that it runs on itself, which may be an older one than
// the product's own, and leaves the package out without a word.
// Run it after every change of package-lock.json: `npm run lockfix`.
import fs from 'node:fs'

const file = process.argv[2] ?? 'package-lock.json'
const lock = JSON.parse(fs.readFileSync(file, 'utf8'))
const systems = ['darwin', 'android', 'freebsd', 'openharmony', 'netbsd', 'openbsd', 'sunos', 'aix', 'linux']
const processors = ['wasm32', 'arm64', 'x64', 'ia32', 'ppc64', 's390x', 'riscv64', 'loong64', 'mips64el', 'arm']

function entryFor(name, range, place, parent) {
  const os = /win32|windows/.test(name) ? 'win32' : systems.find((system) => name.includes(system))
  const cpu = processors.find((processor) => name.includes(processor)) ?? 'x64'
  return {
    version: range.replace(/^[\^~]/, ''),
    cpu: [cpu],
    ...(place && parent.dev ? { dev: true } : {}),
    ...(place ? { license: parent.license } : {}),
    optional: true,
    ...(os ? { os: [os] } : {}),
    ...(name.includes('musl') ? { libc: ['musl'] } : {}),
  }
}

// Platform packages are asked for by their exact version; a range is npm's to judge.
const fits = (entry, range) => entry && (/^[~^]/.test(range) || !/^\d/.test(range) || entry.version === range)

let added = 0
for (const [place, parent] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(parent.optionalDependencies ?? {})) {
    const top = `node_modules/${name}`
    const own = `${place ? `${place}/` : ''}${top}`
    if (lock.packages[own] || fits(lock.packages[top], range)) continue
    // Another version at the top is another person's; then this one lies with its parent.
    lock.packages[lock.packages[top] ? own : top] = entryFor(name, range, place, parent)
    added++
  }
}

let freed = 0
for (const entry of Object.values(lock.packages)) {
  if (!entry.optional || !entry.os || !entry.engines) continue
  delete entry.engines
  freed++
}

const { '': root, ...rest } = lock.packages
const sorted = Object.entries(rest).sort(([a], [b]) => a.localeCompare(b, 'en'))
lock.packages = { '': root, ...Object.fromEntries(sorted) }
fs.writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`lockfix: added ${added} entries, freed ${freed} of a version of Node`)
