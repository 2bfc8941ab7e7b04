import { expect, test } from 'vitest'
import { answer } from '#app/invitations/guests/answers/answer.server.ts'
import { guestOf } from '#app/invitations/guests/guest.server.ts'
import { sessionAddress } from '#app/platform/db.server.ts'
import { brokenInvariants } from '#db/checks.ts'
import { testDatabase } from '#test/database.ts'
import { someGathering, someGuest } from '#test/gatherings.ts'
import { runCommand } from '#test/run-command.ts'

// The command as an operator runs it, from its sources. Each of the two takes a person off lists of guests.

const db = await testDatabase()

const run = (command: string, who: string) =>
  runCommand(command, [who], { DATA_DIR: '/nowhere/at-all', DATABASE_URL: sessionAddress() })

test.each(['forget-guest', 'forget-donor'])(
  '%s takes a name off all lists, and the seats go to who waits',
  async (command) => {
    const phone = command === 'forget-guest' ? '+254712000001' : '+254712000002'
    const [full, other] = [await someGathering(db, { capacity: '3' }), await someGathering(db)]
    const guests = [await someGuest(db, full, { phone }), await someGuest(db, other, { phone })]
    const next = await someGuest(db, full, { name: 'Otieno' })
    for (const { link } of [...guests, next]) await answer(db, link, { no: 1, reply: 'yes', adults: 3, children: 0 })
    // A host has typed them into their own book, too.
    await db.insertInto('remembered').values({ user_id: full.personId, name: 'Amina', phone }).execute()
    const { status, said } = await run(command, `0${phone.slice(4)}`)
    expect([status, said]).toEqual([0, expect.stringContaining('Forgotten: 2 entries on lists of guests.')])
    expect(said).toContain('Forgotten: 1 household in books of people.')
    expect(await db.selectFrom('remembered').where('phone', '=', phone).select('id').execute()).toEqual([])
    for (const { id, link } of guests) {
      expect(await guestOf(db, link)).toBeUndefined()
      const row = await db.selectFrom('supporters').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
      expect(row).toMatchObject({ name: 'Forgotten guest', phone: null })
    }
    expect((await guestOf(db, next.link))!.occasions[0]!.invitation.state).toBe('offered')
    expect((await run(command, phone)).said).not.toContain('2 entries')
    await someGuest(db, other, { phone })
    expect((await run(command, phone)).said).toContain('Forgotten: 1 entry on lists of guests.')
    expect(await brokenInvariants(db)).toEqual([])
  },
)
