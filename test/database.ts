import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { type Db, db, openPool, useDatabase } from '#app/platform/db.server.ts'
import './global.ts'

/** A database for this test file alone, copied from the migrated template. The product's `db` points to it. */
export async function testDatabase(): Promise<Db> {
  const url = await copyOfTemplate()
  const pool = openPool(url)
  useDatabase(pool)
  afterAll(async () => {
    await pool.end()
    await dropDatabase(url)
  })
  return db
}

/** A copy of the template as an address, for tests that open or lose it by themselves. Drop it afterwards. */
export async function copyOfTemplate(): Promise<string> {
  const name = `t_${randomUUID().replaceAll('-', '')}`
  await onServer(`create database ${name} template template_harambee strategy file_copy`)
  return `${inject('postgres')}/${name}`
}

/** A database with nothing in it. */
export async function emptyDatabase(): Promise<string> {
  const name = `t_${randomUUID().replaceAll('-', '')}`
  await onServer(`create database ${name}`)
  return `${inject('postgres')}/${name}`
}

export const dropDatabase = (url: string) =>
  onServer(`drop database if exists ${url.slice(url.lastIndexOf('/') + 1)} with (force)`)

async function onServer(statement: string) {
  const client = new pg.Client(`${inject('postgres')}/postgres`)
  await client.connect()
  await client.query(statement)
  await client.end()
}
