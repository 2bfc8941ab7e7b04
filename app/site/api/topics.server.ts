import type { RouterContextProvider } from 'react-router'
import { mayWatch, publicFigures } from '#app/drives/drive/drive.server.ts'
import { mayWatchGathering } from '#app/invitations/occasions/gathering.server.ts'
import { newestDonations } from '#app/money/donations/donations.server.ts'
import { seesAll } from '#app/people/accounts/duty.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { liveAnswer, registerTopic, type TopicKind } from '#app/platform/live/live.server.ts'

// The access rules of live topics that only drives and people together know.
registerTopic('drive', {
  allowed: (id, context) => {
    const person = context.get(personContext)
    return mayWatch(db, id, { personId: person?.id ?? null, isAdmin: person !== null && seesAll(person) })
  },
  // Reads the same data as the page's loader does.
  summary: async (db, id) => {
    const [figures, gifts] = await Promise.all([publicFigures(db, id), newestDonations(db, id)])
    return figures && { ...figures, gifts }
  },
})

// The topic of guests' answers, for the hosts.
registerTopic('gathering', {
  allowed: (id, context) => {
    const person = context.get(personContext)
    return person !== null && mayWatchGathering(db, id, { id: person.id, isAdmin: seesAll(person) })
  },
})

/** Only administrators may listen to payments and to the admin pages' topic. */
const forAdmins = {
  allowed: (_id: string, context: Parameters<TopicKind['allowed']>[1]) => {
    const person = context.get(personContext)
    return person !== null && seesAll(person)
  },
}
registerTopic('payment', forAdmins)
registerTopic('office', forAdmins)

/** The event stream of an open page. This file registers all topics first. */
export const watchedTopics = (request: Request, context: Readonly<RouterContextProvider>) =>
  liveAnswer(request, context, context.get(personContext)?.id)
