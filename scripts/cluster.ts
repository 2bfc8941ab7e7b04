// npm run cluster -- up | drill [numbers] | down   Many machines on one Linux machine: network namespaces with HAProxy, keepalived,
// two of Varnish, three of the product, three of Redis, and three of Postgres with Patroni and etcd, from the files of deploy/. Needs root,
// the Debian packages named below, and `npm run build`. `drill` breaks one after another, beside people who give and look.
import { existsSync } from 'node:fs'
import { drill } from './cluster/drill.ts'
import { down, up } from './cluster/life.ts'
import { hasNetwork, runOn } from './cluster/net.ts'
import { fail } from './signals.ts'

const programs = {
  ip: '/usr/sbin/ip',
  haproxy: '/usr/sbin/haproxy',
  keepalived: '/usr/sbin/keepalived',
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  'python3-etcd': '/usr/lib/python3/dist-packages/etcd',
  'redis-server': '/usr/bin/redis-server',
  pgbouncer: '/usr/sbin/pgbouncer',
  varnish: '/usr/sbin/varnishd',
  'varnish-modules': '/var/lib/dpkg/info/varnish-modules.list',
  pgbackrest: '/usr/bin/pgbackrest',
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
}

/** Does it in the namespace of the visitors, from where every machine is reached. */
async function among(words: string[]): Promise<void> {
  if (!hasNetwork()) throw new Error('The cluster is down: npm run cluster -- up')
  const child = runOn('visitors', [process.execPath, 'scripts/cluster.ts', 'drill-among-visitors', ...words], {
    stdio: 'inherit',
  })
  process.exitCode = await new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 1)))
}

try {
  const [, , what, ...more] = process.argv
  if (process.platform !== 'linux' || process.getuid!() !== 0) fail('This needs Linux, and root.')
  const missing = Object.entries(programs).filter(([, program]) => !existsSync(program))
  if (missing.length > 0) fail(`Missing: apt-get install -y ${missing.map(([name]) => name).join(' ')}`)
  if (!existsSync('build/server/index.js')) fail('The product is not built yet: npm run build')
  if (what === 'up') await up()
  else if (what === 'down') await down()
  else if (what === 'drill') await among(more)
  else if (what === 'drill-among-visitors') await drill(more.map(Number))
  else fail('npm run cluster -- up | drill [numbers] | down')
} catch (error) {
  fail(error)
}
