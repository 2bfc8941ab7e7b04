import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import pg from 'pg'
import { vi } from 'vitest'

// What the product and its database make up by chance follows from the seed, too: references, tags, tokens, numbers of drives.

/** From here on. Each kind has a row of its own, so that one more of a kind changes no other. */
export function stopProcessChance(seed: number) {
  const made = new Map<string, number>()
  const bytes = (many: number, kind = `${many} bytes`): Buffer => {
    const parts = Array.from({ length: Math.ceil(many / 32) }, () => {
      const nr = (made.get(kind) ?? 0) + 1
      made.set(kind, nr)
      return crypto.createHash('sha256').update(`${seed} ${kind} ${nr}`).digest()
    })
    return Buffer.concat(parts).subarray(0, many)
  }
  const whole = (least: number, below: number) => least + (bytes(6, 'a number').readUIntBE(0, 6) % (below - least))
  const uuid = () => uuidOf(bytes(16, 'a uuid'))
  const stopped = [
    vi.spyOn(crypto, 'randomBytes').mockImplementation((many: number) => bytes(many)),
    vi
      .spyOn(crypto, 'randomInt')
      .mockImplementation((one: number, other?: unknown) =>
        typeof other === 'number' ? whole(one, other) : whole(0, one),
      ),
    vi.spyOn(crypto, 'randomUUID').mockImplementation(uuid),
    vi.spyOn(globalThis.crypto, 'randomUUID').mockImplementation(uuid),
  ]
  // Those that are imported by their names know of it only now.
  syncBuiltinESMExports()
  return () => {
    for (const one of stopped) one.mockRestore()
    syncBuiltinESMExports()
  }
}

/** With the signs that say that it is one by chance. */
function uuidOf(bytes: Buffer): crypto.UUID {
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') as crypto.UUID
}

/** The same in the database, whose clock is stopped already. */
export async function stopDatabaseChance(url: string, seed: number): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`
    create sequence virtual.chance;
    grant usage on virtual.chance to public;
    create function virtual.made_up() returns text volatile language sql
      as $$ select md5('${seed} ' || nextval('virtual.chance')) $$;
    create function virtual.gen_random_uuid() returns uuid volatile language sql as 'select virtual.made_up()::uuid';
    create function virtual.random() returns float8 volatile language sql
      as $$ select ('x' || left(virtual.made_up(), 7))::bit(28)::int / 268435456.0::float8 $$;
    alter function give_number set search_path = virtual, public, pg_catalog, pg_temp;
    do $$ declare one record; begin
      for one in select format('%I.%I', n.nspname, c.relname) as named, a.attname as part
        from pg_attrdef d join pg_class c on c.oid = d.adrelid join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attnum = d.adnum
        where n.nspname = 'public' and pg_get_expr(d.adbin, d.adrelid) like '%gen_random_uuid()'
      loop execute format('alter table %s alter column %I set default virtual.gen_random_uuid()', one.named, one.part); end loop;
    end $$;`)
  await client.end()
}
