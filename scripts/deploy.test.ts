import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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
  // Two machines with a shared cache may be between.
  for (const caches of [[], ['CACHE_1', 'CACHE_2']]) {
    const named = Object.fromEntries([...machines, ...caches].map((name) => [name, '127.0.0.1']))
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
  const files = ['product.yaml', 'network.yaml']
  const documents = files.flatMap((file) => read(`deploy/kubernetes/${file}`).split(/^---$/m))
  const ofKind = (kind: string) => documents.filter((text) => new RegExp(`^kind: ${kind}$`, 'm').test(text))
  const pods = [...ofKind('Deployment'), ...ofKind('Job')]

  test('kustomize names each file, and the image of the pods', () => {
    const kustomize = read('deploy/kubernetes/kustomization.yaml')
    const resources = [...kustomize.matchAll(/^ {2}- (\S+\.yaml)$/gm)].map(([, file]) => file!)
    expect(resources.sort()).toEqual([...files].sort())
    expect(fs.readdirSync('deploy/kubernetes').sort()).toEqual(['kustomization.yaml', ...files].sort())
    expect(kustomize).toMatch(/images:\n {2}- name: harambee\n/)
    const { version } = JSON.parse(read('package.json')) as { version: string }
    expect(kustomize).toContain(`newTag: "${version}"`)
    for (const text of documents) expect(text).not.toMatch(/\t|^ +[^ #-].*: \|$/m)
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
  })

  test('visitors come through a proxy that does not hold back, and through nothing else', () => {
    const [ingress] = ofKind('Ingress')
    expect(ingress).toContain('proxy-buffering: "off"')
    expect(ingress).toContain('proxy-body-size: 6m')
    expect(ofKind('NetworkPolicy')[0]).toContain('policyTypes: [Ingress, Egress]')
    expect(ofKind('PodDisruptionBudget')[0]).toContain('minAvailable: 1')
    for (const text of [...ofKind('Service'), ...ofKind('PodDisruptionBudget')]) expect(text).toContain('part: web')
  })
})
