import { expect, test } from 'vitest'
import { asking } from '#test/asking.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { loader } from './preview-picture.ts'

const db = await testDatabase()

async function look(slug: string, address: string, file = 'x.jpg') {
  const { request, context, url } = asking({ path: `/fundraiser/${slug}/preview/${file}`, address })
  const answer = await loader({ request, context, url, params: { slug, file } } as never).catch((thrown) => thrown)
  return answer as Response
}
/** Follows the way to the picture of today, as a chat does. */
async function draw(slug: string, address: string) {
  const to = (await look(slug, address)).headers.get('location')!
  return look(slug, address, to.slice(to.lastIndexOf('/') + 1))
}

test('one network has thirty pictures drawn a minute; those that are there it gets, and others are not kept waiting', async () => {
  const drives = []
  for (let nr = 0; nr < 31; nr++) drives.push(await someDrive(db, { title: `Drive ${nr}` }))
  const answers = []
  for (const { slug } of drives) answers.push(await draw(slug, '41.90.1.1'))
  expect(answers.map(({ status }) => status)).toEqual([...Array(30).fill(200), 429])
  expect(Number(answers.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await draw(drives[0]!.slug, '41.90.1.1')).status).toBe(200)
  expect((await draw(drives[30]!.slug, '41.90.2.1')).status).toBe(200)
}, 60_000)
