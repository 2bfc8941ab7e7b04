import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Redis } from 'ioredis'
import { shortcode } from '../../bench/phone-rail.ts'
import { keys } from '../../test/object-storage.ts'
import { front, type Machine, machines, runOn } from './net.ts'

// The programs of each machine, from the files of deploy/: HAProxy and keepalived before, the product, and Postgres with Patroni and
// etcd, PgBouncer, Redis, and Varnish. The payment provider is a machine of its own, whose memory is no part of the product's database.

/** Everything that the cluster writes. `down` removes it. */
export const home = path.join(os.tmpdir(), 'harambee-cluster')
const deploy = path.resolve('deploy')

/** Made for each cluster, and kept in its folder for the time of its life. */
const named = ['superuser', 'replication', 'harambee', 'auth', 'redis', 'purge', 'backup'] as const
type Secrets = Record<(typeof named)[number], string>
function secrets(): Secrets {
  const file = path.join(home, 'secrets.json')
  if (fs.existsSync(file)) return JSON.parse(fs.readFileSync(file, 'utf8')) as Secrets
  const made = Object.fromEntries(named.map((name) => [name, randomBytes(24).toString('hex')])) as Secrets
  fs.writeFileSync(file, JSON.stringify(made), { mode: 0o600 })
  return made
}

export const providerKey = 'sk_test_cluster0cluster0'
export const worldPort = 4000
export const storagePort = 9000

/** The database as its owner, at the address that leads to the primary. */
export const databaseUrl = (): string => `postgres://harambee:${secrets().harambee}@${front}:5432/harambee`
export const superuserUrl = (): string => `postgres://postgres:${secrets().superuser}@${front}:5432/postgres`
export const ownerPassword = (): string => secrets().harambee

/** Starts what runs on this machine. Its words go to a file in the cluster's folder. */
export function startMachine(machine: Machine): void {
  fs.mkdirSync(home, { recursive: true })
  fs.chmodSync(home, 0o755)
  if (machine.startsWith('lb')) startBalancer(machine)
  else if (machine.startsWith('db')) startDatabase(machine)
  else if (machine.startsWith('redis')) startRedis(machine)
  else if (machine.startsWith('cache')) startCache(machine)
  else if (machine === 's3') start(machine, 'storage', [process.execPath, 'scripts/cluster/storage.ts'])
  else if (machine === 'world')
    start(machine, 'world', [process.execPath, 'scripts/cluster/world.ts', path.join(home, 'world.jsonl')])
  else {
    startPooler(machine)
    startProduct(machine)
  }
}

function start(machine: Machine, name: string, command: string[], env: NodeJS.ProcessEnv = {}, as?: string): void {
  const log = fs.openSync(path.join(home, `${machine}-${name}.log`), 'a')
  const child = runOn(machine, command, {
    stdio: ['ignore', log, log],
    detached: true,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', ...env },
    ...(as ? { as } : {}),
  })
  fs.closeSync(log)
  child.unref()
}

function startBalancer(machine: Machine) {
  const addresses = Object.entries(machines).flatMap(([name, address]) => {
    const [, kind, nr] = /^(app|db|cache)(\d)$/.exec(name) ?? []
    return kind ? [[`${kind.toUpperCase()}_${nr}`, address]] : []
  })
  start(
    machine,
    'haproxy',
    ['haproxy', '-db', '-f', path.join(deploy, 'haproxy/haproxy.cfg')],
    Object.fromEntries(addresses),
  )
  const own = (file: string) => path.join(home, `${machine}-${file}`)
  // A start finds none: all of /run is empty then.
  for (const file of ['keepalived.pid', 'vrrp.pid']) fs.rmSync(own(file), { force: true })
  const pids = [`--pid=${own('keepalived.pid')}`, `--vrrp_pid=${own('vrrp.pid')}`]
  const how = [
    '--dont-fork',
    '--vrrp',
    '--log-console',
    `--config-id=${machine}`,
    `--use-file=${own('keepalived.conf')}`,
  ]
  // The address is the one thing in it that each operator writes.
  const conf = fs.readFileSync(path.join(deploy, 'keepalived/keepalived.conf'), 'utf8')
  fs.writeFileSync(own('keepalived.conf'), conf.replace(/^\$ADDRESS=.*$/m, `$$ADDRESS=${front}/16`))
  start(machine, 'keepalived', ['keepalived', ...how, ...pids])
}

function startDatabase(machine: Machine) {
  for (const one of ['etcd', 'postgres', 'spool', 'lock']) ownFolder(path.join(home, machine, one))
  ownFolder(path.join(home, 'backups', 'all'))
  startEtcd(machine)
  startPatroni(machine)
}

const databases = (['db1', 'db2', 'db3'] as const).map((name) => [name, machines[name]] as const)

export function startEtcd(machine: Machine): void {
  const [own, folder] = [machines[machine], path.join(home, machine, 'etcd')]
  const words = {
    name: machine,
    'data-dir': folder,
    'listen-peer-urls': `http://${own}:2380`,
    'initial-advertise-peer-urls': `http://${own}:2380`,
    'listen-client-urls': `http://${own}:2379`,
    'advertise-client-urls': `http://${own}:2379`,
    'initial-cluster': databases.map(([name, address]) => `${name}=http://${address}:2380`).join(),
    'initial-cluster-state': 'new',
    'enable-v2': 'true',
  }
  const command = ['etcd', ...Object.entries(words).map(([word, is]) => `--${word}=${is}`)]
  start(machine, 'etcd', command, {}, 'postgres')
}

function startPatroni(machine: Machine) {
  const [own, folder, { superuser, replication }] = [machines[machine], path.join(home, machine), secrets()]
  start(
    machine,
    'patroni',
    ['patroni', path.join(deploy, 'patroni/patroni.yaml')],
    {
      PATRONI_NAME: machine,
      PATRONI_ETCD_HOSTS: databases.map(([, address]) => `${address}:2379`).join(),
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${own}:5432`,
      PATRONI_POSTGRESQL_DATA_DIR: `${folder}/postgres`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `${own}:8008`,
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: superuser,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: replication,
      ...backupsOf(machine),
    },
    'postgres',
  )
}

/** Returns the settings of pgBackRest on this machine. A folder of all machines takes the place of the bucket. */
export const backupsOf = (machine: Machine): Record<string, string> => ({
  PGBACKREST_CONFIG: path.join(deploy, 'pgbackrest/pgbackrest.conf'),
  PGBACKREST_REPO1_TYPE: 'posix',
  PGBACKREST_REPO1_PATH: path.join(home, 'backups', 'all'),
  PGBACKREST_REPO1_CIPHER_PASS: secrets().backup,
  PGBACKREST_PG1_PATH: path.join(home, machine, 'postgres'),
  PGBACKREST_SPOOL_PATH: path.join(home, machine, 'spool'),
  PGBACKREST_LOCK_PATH: path.join(home, machine, 'lock'),
})

/** Returns the way of pgBackRest to the Postgres of its own machine, which has no local socket. */
export const ownPostgres = (): Record<string, string> => ({
  PGHOST: '127.0.0.1',
  PGUSER: 'postgres',
  PGPASSWORD: secrets().superuser,
})

/** Redis and a Sentinel. The first is the primary until the Sentinels choose another one. */
function startRedis(machine: Machine) {
  const { uid, gid } = fs.statSync('/var/lib/redis')
  const written = (kind: string, change: (text: string) => string) => {
    const file = path.join(home, `${machine}-redis`, `${kind}.conf`)
    if (fs.existsSync(file)) return file
    const text = fs.readFileSync(path.join(deploy, `redis/${kind}.conf`), 'utf8')
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, change(text.replaceAll(/^(\w.*)PASSWORD$/gm, `$1${secrets().redis}`)))
    for (const one of [path.dirname(file), file]) fs.chownSync(one, uid, gid)
    return file
  }
  const first = machines.redis1
  const redis = written('redis', (text) =>
    machine === 'redis1' ? text : text.replace('#replicaof 10.0.0.41', `replicaof ${first}`),
  )
  start(machine, 'redis', ['redis-server', redis], {}, 'redis')
  const sentinel = written('sentinel', (text) => text.replace('10.0.0.41', first))
  start(machine, 'sentinel', ['redis-server', sentinel, '--sentinel'], {}, 'redis')
}

/** Asks each Redis what it is. */
export async function primaryOfRedis(): Promise<Machine> {
  for (const machine of ['redis1', 'redis2', 'redis3'] as const) {
    const client = new Redis({ host: machines[machine], password: secrets().redis, retryStrategy: () => null })
    client.on('error', () => {})
    const [role] = await client.role().catch(() => [''])
    client.disconnect()
    if (role === 'master') return machine
  }
  throw new Error('no Redis is the primary')
}

/** Varnish asks the load balancers for pages, and keeps them in memory. */
function startCache(machine: Machine) {
  const [vcl, folder] = [path.join(home, `${machine}.vcl`), path.join(home, `${machine}-varnish`)]
  const text = fs.readFileSync(path.join(deploy, 'varnish/harambee.vcl'), 'utf8')
  // The address is the one thing in it that each operator writes.
  const backend = text.replace('.host = "127.0.0.1"', `.host = "${front}"`).replace('.port = "3000"', '.port = "8080"')
  fs.writeFileSync(vcl, backend)
  const words = ['-F', '-j', 'none', '-n', folder, '-a', `${machines[machine]}:6081`, '-f', vcl]
  start(machine, 'varnish', ['varnishd', ...words, '-s', 'malloc,64m', '-p', 'http_gzip_support=off'], {
    EDGE_PURGE_TOKEN: secrets().purge,
  })
}

function ownFolder(folder: string) {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { uid, gid } = fs.statSync('/var/lib/postgresql')
  for (const one of [path.dirname(folder), folder]) fs.chownSync(one, uid, gid)
}

/** The pooler is on the machine of the product, and leads to the primary. */
export function startPooler(machine: Machine): void {
  const [ini, users] = ['ini', 'users'].map((kind) => path.join(home, `${machine}-pgbouncer.${kind}`)) as [
    string,
    string,
  ]
  const text = fs.readFileSync(path.join(deploy, 'pgbouncer/pgbouncer.ini'), 'utf8')
  // Each operator writes two things in it: the address, and where the passwords are.
  fs.writeFileSync(
    ini,
    text.replace('host=127.0.0.1', `host=${front}`).replace(/^auth_file = .*$/m, `auth_file = ${users}`),
  )
  fs.writeFileSync(users, `"harambee" "${secrets().harambee}"\n`)
  start(machine, 'pgbouncer', ['pgbouncer', ini], {}, 'postgres')
}

/** The product as `npm run build` left it, with test keys of a provider that is the machine `world`. */
export function startProduct(machine: Machine): void {
  start(machine, 'product', [process.execPath, 'scripts/serve.ts'], {
    PORT: '3000',
    HOST: '0.0.0.0',
    APP_URL: `http://${front}`,
    DATABASE_URL: databaseUrl(),
    DATABASE_POOL_URL: databaseUrl().replace(`${front}:5432`, '127.0.0.1:6432'),
    DATABASE_READ_URL: databaseUrl().replace(`${front}:5432`, `${front}:5433`),
    REDIS_URL: `redis+sentinel://:${secrets().redis}@${[machines.redis1, machines.redis2, machines.redis3]}/harambee`,
    DATA_DIR: path.join(home, machine),
    AUTH_SECRET: secrets().auth,
    HARAMBEE_DEMO: '1',
    // The administrator of the drill is a program.
    ADMIN_TWO_FACTOR: '0',
    // The load balancer and a cache.
    TRUST_PROXY: '2',
    EDGE_CACHE: 'cdn-cache-control',
    EDGE_PURGE_URLS: `http://${machines.cache1}:6081/,http://${machines.cache2}:6081/`,
    EDGE_PURGE_TOKEN: secrets().purge,
    WEB_PROCESSES: '1',
    PAYSTACK_SECRET_KEY: providerKey,
    PAYSTACK_URL: `http://${machines.world}:${worldPort}`,
    S3_ENDPOINT: `http://${machines.s3}:${storagePort}`,
    S3_REGION: keys.region,
    S3_BUCKET: keys.bucket,
    S3_ACCESS_KEY_ID: keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    DARAJA_KEY: 'cluster-key-0123',
    DARAJA_SECRET: 'cluster-secret-0123',
    DARAJA_PASSKEY: 'cluster-passkey-0123',
    DARAJA_SHORTCODE: shortcode,
    // The list of payments is asked for, too.
    DARAJA_PULL_NUMBER: '254712345678',
    DARAJA_URL: `http://${machines.world}:${worldPort}`,
    // The third machine answers visitors only.
    ...(machine === 'app3' ? { ROLE: 'web' } : {}),
  })
}
