import type { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { matchSupporters } from '#app/invitations/activity/tie.server.ts'
import { guestsList } from '#app/invitations/guests/guests-list.server.ts'
import { gatheringToRead } from '#app/invitations/occasions/gathering.server.ts'
import { gatheringContext } from '#app/invitations/occasions/pages/context.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { testDatabase } from '#test/database.ts'
import { actionAt, ask, sendTo } from '#test/form-actions.ts'
import { someGathering, someGuest } from '#test/gatherings.ts'
import { someDrive } from '#test/make.ts'
import { gift } from '#test/money.ts'
import { action as giftsActions } from './gifts-actions.ts'
import { loader } from './guest.tsx'

const tie = actionAt(giftsActions, 'guests/:guest/tie')

const db = await testDatabase()

test('a gift with the name of a guest is tied by nobody, offered first on their page, and tied there by hand', async () => {
  const drive = await someDrive(db)
  const host = await someGathering(db, {}, drive)
  const guest = await someGuest(db, host, { name: 'Mama Njeri' })
  await gift(db, drive.id, 5_000, { donorName: 'Otieno', donorEmail: 'otieno@example.org' })
  await gift(db, drive.id, 7_000, { donorName: 'mama njeri', donorEmail: 'njeri@example.org' })
  await gift(db, drive.id, 9_000, { donorName: 'Asha', donorEmail: 'asha@example.org' })
  await matchSupporters(db)
  const gathering = (await gatheringToRead(db, { id: host.personId, isAdmin: false }, host.slug))!
  const at = {
    params: { slug: host.slug, guest: guest.id },
    set: (context: RouterContextProvider) => {
      context.set(gatheringContext, gathering)
      context.set(personContext, { id: host.personId } as never)
    },
  }
  type Loaded = { ties: { how: string; amount: number }[]; things: { of: string; name: string }[] }
  const page = async () => (await ask(loader, at)).data as Loaded
  const { ties, things } = await page()
  expect([ties, things.map(({ name }) => name)]).toEqual([[], ['mama njeri', 'Asha', 'Otieno']])
  expect((await sendTo(tie, { of: things[0]!.of }, at)).status).toBe(303)
  const after = await page()
  expect(after.ties).toMatchObject([{ how: 'host', amount: 7_000 }])
  expect(after.things.map(({ name }) => name)).toEqual(['Asha', 'Otieno'])
  expect((await sendTo(tie, { of: things[0]!.of }, at)).status).toBe(409)
  const asked = { ...guestsList.asked(new URLSearchParams()), gatheringId: host.id, whole: true, seesGifts: true }
  expect((await guestsList.page(db, asked)).rows).toMatchObject([{ name: 'Mama Njeri', paid: 7_000 }])
})
