import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connectionsOf } from '#app/platform/processes/plan.ts'
import { settingNames } from '#app/platform/settings/settings.server.ts'
import { installed } from './browser.ts'

// The files of deploy/: they run somewhere else, so here is what can be known of them without that place.

const read = (file: string) => fs.readFileSync(file, 'utf8')
let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'harambee-deploy-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

describe('deploy/backup.sh', () => {
  /** Runs it once beside a pg_dump of ours, which writes a line or fails. */
  function backup(dump = 'echo rows > "${2#--file=}"', days = '14') {
    const bin = path.join(folder, 'bin')
    fs.mkdirSync(bin, { recursive: true })
    fs.writeFileSync(path.join(bin, 'pg_dump'), `#!/bin/sh\n${dump}\n`, { mode: 0o755 })
    const env = {
      PATH: `${bin}:${process.env.PATH}`,
      DATABASE_URL: 'postgres://harambee@localhost/harambee',
      DATA_DIR: path.join(folder, 'data'),
      BACKUPS: path.join(folder, 'backups'),
      KEEP_DAYS: days,
    }
    return spawnSync('sh', ['deploy/backup.sh'], { env, encoding: 'utf8' })
  }
  const copies = () => fs.readdirSync(path.join(folder, 'backups')).sort()
  function aged(name: string, days: number) {
    const place = path.join(folder, 'backups', name)
    fs.mkdirSync(place)
    const then = Date.now() / 1000 - days * 86_400 - 3600
    fs.utimesSync(place, then, then)
  }
  beforeEach(() => {
    fs.mkdirSync(path.join(folder, 'data/media'), { recursive: true })
    fs.mkdirSync(path.join(folder, 'data/postgres'))
    fs.writeFileSync(path.join(folder, 'data/media/a.webp'), 'a picture')
    fs.mkdirSync(path.join(folder, 'backups'))
  })

  test('a copy has the database and the pictures, closed to others; older ones go after the days [T1109]', () => {
    aged('2026-01-01T013000Z', 14)
    aged('2026-01-02T013000Z', 12)
    aged('notes', 400)
    expect(backup().status).toBe(0)
    const [kept, made, notes] = copies()
    expect([kept, notes, copies().length]).toEqual(['2026-01-02T013000Z', 'notes', 3])
    const place = path.join(folder, 'backups', made!)
    expect(fs.statSync(place).mode & 0o077).toBe(0)
    expect(read(path.join(place, 'harambee.dump'))).toBe('rows\n')
    const list = spawnSync('tar', ['-tzf', path.join(place, 'data.tar.gz')], { encoding: 'utf8' }).stdout
    expect(list).toContain('./media/a.webp')
    // The database is in the dump, not as files of a running server.
    expect(list).not.toContain('postgres')
  })

  test('a copy that failed does not look like one, says so, and no older one goes for it', () => {
    aged('2026-01-01T013000Z', 90)
    expect(backup('exit 1').status).not.toBe(0)
    expect(copies().filter((name) => !name.startsWith('.'))).toEqual(['2026-01-01T013000Z'])
  })
})

test('deploy/caddy: Caddy takes the file, and it holds nothing back [T1110]', ({ skip }) => {
  const file = 'deploy/caddy/Caddyfile'
  expect(read(file)).toContain('flush_interval -1')
  const caddy = installed('caddy')
  if (!caddy) return skip('caddy is not installed')
  const env = { ...process.env, APP_URL: 'https://harambee.example', UPSTREAM: 'product:3000', HOME: folder }
  const words = ['validate', '--adapter', 'caddyfile', '--config', file]
  const { stderr, status } = spawnSync(caddy, words, { env, encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, stderr])
})

test('deploy/haproxy: HAProxy takes the file; it sends nothing twice that may have arrived, and believes no address [T1520]', ({
  skip,
}) => {
  const file = 'deploy/haproxy/haproxy.cfg'
  expect(read(file)).not.toMatch(/retry-on (?!conn-failure$)/m)
  // Reports are never sent to a standby that is far behind.
  expect(read(file)).toMatch(/bind :5433\n(?!listen)[\s\S]*httpchk OPTIONS \/replica\?lag=16MB$/m)
  expect(read(file)).toMatch(/del-header X-Forwarded-For\n.*set-header X-Forwarded-For %\[src\]/)
  const haproxy = installed('haproxy', '/usr/sbin/haproxy')
  if (!haproxy) return skip('haproxy is not installed')
  const machines = ['APP_1', 'APP_2', 'APP_3', 'DB_1', 'DB_2', 'DB_3']
  const CERTIFICATE = path.join(folder, 'harambee.pem')
  const words = ['-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=harambee.example', '-days', '2']
  const openssl = installed('openssl')
  if (!openssl) return skip('openssl is not installed')
  spawnSync(openssl, ['req', '-x509', ...words, '-keyout', CERTIFICATE, '-out', `${CERTIFICATE}.crt`])
  fs.appendFileSync(CERTIFICATE, read(`${CERTIFICATE}.crt`))
  // Two machines with a shared cache may be between, and TLS may end here.
  for (const more of [[], ['CACHE_1', 'CACHE_2'], ['CERTIFICATE']]) {
    const named = Object.fromEntries([...machines, ...more].map((name) => [name, '127.0.0.1']))
    if (named.CERTIFICATE) named.CERTIFICATE = CERTIFICATE
    const { stderr, status } = spawnSync(haproxy, ['-c', '-f', file], {
      env: { ...process.env, ...named },
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, stderr])
  }
})

test('deploy/pgbouncer: each connection acts as the second role, and a primary that is gone is noticed in seconds [T1536]', () => {
  const text = read('deploy/pgbouncer/pgbouncer.ini')
  expect(text).toMatch(/^harambee = .* connect_query='set role harambee_app'$/m)
  const is = (name: string) => new RegExp(`^${name} = (.*)$`, 'm').exec(text)?.[1]
  expect(is('pool_mode')).toBe('transaction')
  // In seconds, but the last; a form waits for ten at most in deploy/haproxy.
  expect(Number(is('query_wait_timeout'))).toBeLessThanOrEqual(5)
  expect(Number(is('server_login_retry'))).toBe(1)
  expect(Number(is('tcp_user_timeout'))).toBeLessThanOrEqual(5000)
})

test('deploy/patroni: a commit is acknowledged with a standby only, and the times fit into each other [T1521]', () => {
  const text = read('deploy/patroni/patroni.yaml')
  // Debian's Patroni has two primaries by the other one.
  expect(text).not.toMatch(/^etcd3:/m)
  for (const line of ['synchronous_mode: true', 'synchronous_mode_strict: true', 'synchronous_commit: "on"'])
    expect(text).toContain(line)
  const [ttl, wait, retry] = ['ttl', 'loop_wait', 'retry_timeout'].map((name) =>
    Number(new RegExp(`^    ${name}: (\\d+)$`, 'm').exec(text)![1]),
  )
  expect(wait! + 2 * retry!).toBeLessThanOrEqual(ttl!)
})

test('deploy/pgbackrest: what is kept is sealed, for four weeks at least, and no commit waits for it [T1588]', () => {
  const text = read('deploy/pgbackrest/pgbackrest.conf')
  const is = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1]
  expect([is('repo1-type'), is('repo1-cipher-type'), is('archive-async')]).toEqual(['s3', 'aes-256-cbc', 'y'])
  expect(Number(is('repo1-retention-full'))).toBe(5)
  expect(text).not.toMatch(/^repo1-(s3-key|cipher-pass)/m)
  const patroni = read('deploy/patroni/patroni.yaml')
  expect(patroni).toMatch(/archive_command: '.*pgbackrest --stanza=harambee archive-push "%p"'/)
  expect(patroni).toContain('archive_timeout: 60s')
  expect(text).toContain('\n[harambee]\n')
})

describe('deploy/systemd', () => {
  const units = fs.globSync('deploy/systemd/*').sort()

  test('systemd reads each unit without a complaint', ({ skip }) => {
    const verify = installed('systemd-analyze')
    if (!verify) return skip('systemd-analyze is not installed')
    for (const unit of units) {
      // The folder of an installation, and its user, are those of this test.
      const text = read(unit).replaceAll('/opt/harambee', process.cwd()).replace('User=harambee', 'User=root')
      fs.writeFileSync(path.join(folder, path.basename(unit)), text)
    }
    const files = units.map((unit) => path.join(folder, path.basename(unit)))
    const { stderr } = spawnSync(verify, ['verify', ...files], { encoding: 'utf8' })
    // Other units of the machine may have faults of their own.
    const ours = stderr.split('\n').filter((line) => /harambee/.test(line))
    expect(ours).toEqual([])
  })

  test('each runs as its own user, without rights, and stops as the product does', () => {
    expect(units.length).toBe(4)
    for (const unit of units.filter((file) => file.endsWith('.service'))) {
      const text = read(unit)
      for (const line of ['User=harambee', 'NoNewPrivileges=true', 'ProtectSystem=strict', 'CapabilityBoundingSet='])
        expect([unit, text.split('\n')]).toEqual([unit, expect.arrayContaining([line])])
      for (const [, script] of text.matchAll(/ (scripts\/\S+)/g))
        expect([script, fs.existsSync(script!)]).toEqual([script, true])
    }
    const [worker, web] = ['harambee-worker', 'harambee'].map((name) => read(`deploy/systemd/${name}.service`))
    for (const text of [worker, web]) expect(text).toContain('TimeoutStopSec=30\n')
    expect(worker).toContain('/usr/bin/env ROLE=worker ')
    expect(read('deploy/systemd/harambee-backup.timer')).toMatch(/OnCalendar=.* UTC\n/)
  })
})

describe('deploy/kubernetes', () => {
  const always = ['product.yaml', 'network.yaml', 'scale.yaml']
  const files = [...always, 'postgres.yaml']
  const documents = files.flatMap((file) => read(`deploy/kubernetes/${file}`).split(/^---$/m))
  const ofKind = (kind: string) => documents.filter((text) => new RegExp(`^kind: ${kind}$`, 'm').test(text))
  const pods = [...ofKind('Deployment'), ...ofKind('Job')]
  const numberIn = (text: string, name: string) => Number(new RegExp(`\\b${name}: "?(\\d+)`).exec(text)![1])

  test('kustomize names each file, and the image of the pods', () => {
    const kustomize = read('deploy/kubernetes/kustomization.yaml')
    const resources = [...kustomize.matchAll(/^ {2}- (\S+\.yaml)$/gm)].map(([, file]) => file!)
    expect(resources.sort()).toEqual([...always].sort())
    // Only where the operator CloudNativePG is.
    expect(kustomize).toContain('\n  # - postgres.yaml\n')
    expect(fs.readdirSync('deploy/kubernetes').sort()).toEqual(['kustomization.yaml', ...files].sort())
    expect(kustomize).toMatch(/images:\n {2}- name: harambee\n/)
    const { version } = JSON.parse(read('package.json')) as { version: string }
    expect(kustomize).toContain(`newTag: "${version}"`)
    for (const text of documents) expect(text).not.toMatch(/\t|^ +[^ #-].*: \|$/m)
  })

  test('kubectl reads all files, with the database too [T1710]', ({ skip }) => {
    const kubectl = installed('kubectl')
    if (!kubectl) return skip('kubectl is not installed')
    fs.cpSync('deploy/kubernetes', folder, { recursive: true })
    const file = path.join(folder, 'kustomization.yaml')
    fs.writeFileSync(file, read(file).replace('# - postgres.yaml', '- postgres.yaml'))
    const { stdout, stderr, status } = spawnSync(kubectl, ['kustomize', folder], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
    expect([...stdout.matchAll(/^kind: (\w+)$/gm)].map(([, kind]) => kind).sort()).toEqual([
      'Cluster',
      'Deployment',
      'Deployment',
      'HorizontalPodAutoscaler',
      'Ingress',
      'Job',
      'NetworkPolicy',
      'PodDisruptionBudget',
      'PodDisruptionBudget',
      'Service',
    ])
  })

  test('a pod runs as user 1000 on a system that it can not change, with the settings of one secret', () => {
    expect(pods.length).toBe(3)
    for (const text of pods)
      for (const line of [
        'image: harambee',
        'runAsNonRoot: true',
        'runAsUser: 1000',
        'readOnlyRootFilesystem: true',
        'allowPrivilegeEscalation: false',
        'capabilities: { drop: [ALL] }',
        'seccompProfile: { type: RuntimeDefault }',
        'automountServiceAccountToken: false',
        '- secretRef: { name: harambee }',
        '- { name: data, mountPath: /data }',
      ])
        expect(text).toContain(`${line}\n`)
    const [web, worker] = ofKind('Deployment')
    for (const text of [web, worker]) {
      expect(text).toContain('terminationGracePeriodSeconds: 30\n')
      expect(text).toMatch(/readinessProbe:\n +httpGet: \{ path: \/readyz, port: 3000 \}/)
      expect(text).toMatch(/livenessProbe:\n +httpGet: \{ path: \/healthz, port: 3000 \}/)
    }
    expect(web).toContain('exec: { command: [sleep, "3"] }')
    expect([web, worker].map((text) => /ROLE, value: (\w+)/.exec(text!)![1])).toEqual(['web', 'worker'])
    expect(ofKind('Job')[0]).toContain('command: [node, scripts/migrate.ts]')
    const named = pods.flatMap((text) => [...text.matchAll(/- \{ name: ([A-Z_]+), value:/g)].map(([, name]) => name!))
    expect(named.length).toBeGreaterThan(2)
    expect(named.filter((name) => !settingNames.includes(name as never))).toEqual([])
  })

  test('visitors come through a proxy that does not hold back, and through nothing else', () => {
    const [ingress] = ofKind('Ingress')
    expect(ingress).toContain('proxy-buffering: "off"')
    expect(ingress).toContain('proxy-body-size: 6m')
    expect(ofKind('NetworkPolicy')[0]).toContain('policyTypes: [Ingress, Egress]')
    expect(ofKind('Service')[0]).toContain('part: web')
  })

  test('pods that answer are added at 60 %, one of each kind stays, and the database has room for the most [T1711]', () => {
    const [scale] = ofKind('HorizontalPodAutoscaler')
    expect(scale).toContain('target: { type: Utilization, averageUtilization: 60 }')
    const [web, worker] = ofKind('Deployment')
    // A number there would undo the scale at each apply; what is asked for is what the share is of.
    expect(web).not.toMatch(/^ +replicas:/m)
    expect(web).toContain('requests: { cpu: "1",')
    expect(ofKind('PodDisruptionBudget').map((text) => /part: (\w+)/.exec(text)![1])).toEqual(['web', 'worker'])
    for (const text of ofKind('PodDisruptionBudget')) expect(text).toContain('minAvailable: 1\n')
    const least = [numberIn(scale!, 'minReplicas'), numberIn(worker!, 'replicas')]
    expect(Math.min(...least)).toBeGreaterThan(1)
    // A rollout adds one pod; a second worker takes as much as the first.
    const jobs = connectionsOf(2) - connectionsOf(1) + 6
    const most = connectionsOf(numberIn(scale!, 'maxReplicas') + 1) + (least[1]! - 1) * jobs
    expect(most).toBeLessThanOrEqual(numberIn(ofKind('Cluster')[0]!, 'max_connections'))
  })

  test('a commit is acknowledged with a standby only, and three nodes have one instance each [T1712]', () => {
    const [cluster] = ofKind('Cluster')
    expect(cluster).toMatch(
      /synchronous:\n +method: any\n +number: 1\n +dataDurability: required\n +failoverQuorum: true\n/,
    )
    // That setting would let commits go on without a standby.
    expect(cluster).not.toMatch(/^ +minSyncReplicas:/m)
    expect(numberIn(cluster!, 'instances')).toBe(3)
    for (const line of ['synchronous_commit: "on"', 'podAntiAffinityType: required'])
      expect(cluster).toContain(`${line}\n`)
    // Every way to install brings one version of Postgres.
    const version = /image: postgres:([\d.]+)\n/.exec(read('compose.yaml'))![1]
    expect(cluster).toContain(`postgresql:${version}\n`)
  })
})

describe('compose.cluster.yaml', () => {
  const text = read('compose.cluster.yaml')
  const services = new Map(
    [
      ...text
        .split(/\n(?:services|networks):\n/)[1]!
        .matchAll(/^ {2}([\w-]+):(?: &\w+)?\n((?: {4}.*\n|\n| {2,}#.*\n)+)/gm),
    ].map(([, name, body]) => [name!, body!]),
  )
  const block = (name: string) => new RegExp(`^x-${name}: &${name}\\n((?: {2}.*\\n)+)`, 'm').exec(text)![1]!
  const of = (name: string) => services.get(name)!
  const address = (name: string) => /ipv4_address: ([\d.]+)/.exec(of(name))![1]!
  const value = (name: string) => new RegExp(`\\b${name}: (.*)$`, 'm').exec(text)![1]!
  const portsIn = (file: string, pattern: RegExp) => [...read(file).matchAll(pattern)].map(([, port]) => port!)

  test('has each part, with a bound of memory, and files that are here [T1713]', () => {
    const ours = ['migrate', 'app1', 'app2', 'app3', 'worker']
    const others = ['haproxy', 'cache1', 'cache2', 'pgbouncer', 'valkey', 'postgres', 'backup']
    expect([...services.keys()]).toEqual([...ours, ...others])
    const shared = ['container', 'product', 'web', 'debian', 'cache']
    for (const [name, body] of services) {
      const from = /<<: \*(\w+)/.exec(body)![1]!
      expect([name, shared.includes(from)]).toEqual([name, true])
      const base = from === 'cache' ? of('cache1') : from === 'web' ? block('product') : block(from)
      expect([name, base + body]).toEqual([name, expect.stringMatching(/mem_limit: \d+[mg]\n/)])
    }
    for (const line of ['security_opt: [no-new-privileges:true]', 'cap_drop: [ALL]', 'pids_limit: 512'])
      expect(block('container')).toContain(line)
    for (const name of ['product', 'debian']) expect(block(name)).toContain('read_only: true\n')
    const mounted = [...text.matchAll(/- \.\/(deploy\/\S+?):/g)].map(([, file]) => file!)
    expect(mounted.length).toBe(5)
    expect(mounted.filter((file) => !fs.existsSync(file))).toEqual([])
    expect(text).not.toMatch(/privileged: true|user: root|network_mode: host|\t/)
    const images = (file: string) => new Set(read(file).match(/image: postgres:.*/g))
    expect(images('compose.cluster.yaml')).toEqual(images('compose.yaml'))
  })

  test('names settings of the product, one job migrates, and no secret is in it [T1714]', () => {
    const named = [...block('settings').matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name!)
    expect(named).toContain('REDIS_URL')
    expect(named.filter((name) => !settingNames.includes(name as never))).toEqual([])
    const own = ['POSTGRES_PASSWORD', 'REDIS_PASSWORD', 'CERTIFICATES', 'KEEP_DAYS']
    const asked = [...text.matchAll(/\$\{([A-Z_\d]+)/g)].map(([, name]) => name!)
    expect(asked.filter((name) => !settingNames.includes(name as never) && !own.includes(name))).toEqual([])
    expect(text).not.toMatch(/:\/\/\w*:[^$@\s]+@/)
    expect(of('migrate')).toContain('command: [node, scripts/migrate.ts]\n')
    expect([value('MIGRATE'), /ROLE: (\w+)/.exec(block('web'))![1]]).toEqual(['"0"', 'web'])
    expect(of('worker')).toMatch(/ROLE: worker\n {4}deploy: \{ replicas: 2 \}\n/)
    expect(block('product')).toContain('stop_grace_period: 30s\n')
  })

  test('each part is where the others look for it [T1715]', () => {
    const haproxy = 'deploy/haproxy/haproxy.cfg'
    const machines = { APP: ['app1', 'app2', 'app3'], CACHE: ['cache1', 'cache2'] }
    for (const [kind, names] of Object.entries(machines))
      for (const [at, name] of names.entries()) expect(value(`${kind}_${at + 1}`)).toBe(address(name))
    const all = [...text.matchAll(/ipv4_address: ([\d.]+)/g)].map(([, one]) => one!)
    expect(new Set(all).size).toBe(all.length)
    // Addresses that nobody has chosen come from the upper half.
    for (const one of all) expect([one, Number(one.split('.')[3]) < 128]).toEqual([one, true])
    expect(value('PORT')).toBe('"3000"')
    expect(new Set(portsIn(haproxy, /"\$\{APP_\d\}:(\d+)"/g))).toEqual(new Set(['3000']))
    const [cachePort] = portsIn(haproxy, /"\$\{CACHE_1\}:(\d+)"/g)
    expect(value('EDGE_PURGE_URLS')).toBe(machines.CACHE.map((one) => `http://${address(one)}:${cachePort}/`).join(','))
    expect(of('cache1')).toContain(`-a :${cachePort} `)
    const [pooler] = portsIn('deploy/pgbouncer/pgbouncer.ini', /^listen_port = (\d+)$/gm)
    expect(value('DATABASE_POOL_URL')).toContain(`@pgbouncer:${pooler}/`)
    const [redis] = portsIn('deploy/redis/redis.conf', /^port (\d+)$/gm)
    expect(value('REDIS_URL')).toMatch(new RegExp(`@valkey:${redis}$`))
    expect(value('CERTIFICATE').startsWith('/certificates/')).toBe(true)
    expect(of('haproxy')).toContain(':/certificates:ro\n')
  })

  /** The file as the command of a service writes it. */
  function edited(service: string, file: string): string {
    const [, script] = /sed '([^']+)'/.exec(of(service))!
    return spawnSync('sed', [script!, file], { encoding: 'utf8' }).stdout
  }

  test('Varnish asks HAProxy behind the caches, and takes the file [T1716]', ({ skip }) => {
    const vcl = edited('cache1', 'deploy/varnish/harambee.vcl')
    const [, port] = /frontend behind\n {2}bind :(\d+)\n/.exec(read('deploy/haproxy/haproxy.cfg'))!
    expect(vcl).toContain(`  .host = "${address('haproxy')}";\n  .port = "${port}";\n`)
    const varnishd = installed('varnishd', '/usr/sbin/varnishd')
    if (!varnishd) return skip('varnishd is not installed')
    const file = path.join(folder, 'harambee.vcl')
    fs.writeFileSync(file, vcl)
    const { status, stderr } = spawnSync(varnishd, ['-j', 'none', '-C', '-f', file], { encoding: 'utf8' })
    expect([status, status === 0 ? '' : stderr]).toEqual([0, ''])
  })

  test('PgBouncer leads to Postgres, answers the other containers, and reads the password that it is given [T1717]', () => {
    const lines = edited('pgbouncer', 'deploy/pgbouncer/pgbouncer.ini').split('\n')
    expect(lines.find((line) => line.startsWith('harambee = '))).toContain('host=postgres port=5432 ')
    expect(lines).toContain('listen_addr = 0.0.0.0')
    const [, users] = /> (\S+users\.txt)$/m.exec(of('pgbouncer'))!
    expect(lines).toContain(`auth_file = ${users}`)
  })
})
