import type { RouterContextProvider } from 'react-router'
import { mayWatch } from '#app/drives/drive/drive.server.ts'
import { publicFigures } from '#app/drives/drive/figures.server.ts'
import { mayWatchGathering } from '#app/invitations/occasions/gathering.server.ts'
import { newestDonations } from '#app/money/donations/donations-seen.server.ts'
import { seesAll } from '#app/people/accounts/duty.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { liveAnswer, registerTopic, type TopicKind } from '#app/platform/live/live.server.ts'

// Who may be told of a drive's changes, drives and people know only together.
registerTopic('drive', {
  allowed: (id, context) => {
    const person = context.get(personContext)
    return mayWatch(db, id, { personId: person?.id ?? null, isAdmin: person !== null && seesAll(person) })
  },
  // What the page's loader asks for, in the same words.
  summary: async (db, id) => {
    const [figures, gifts] = await Promise.all([publicFigures(db, id), newestDonations(db, id)])
    return figures && { ...figures, gifts }
  },
})

// Answers as they come, for the hosts.
registerTopic('gathering', {
  allowed: (id, context) => {
    const person = context.get(personContext)
    return person !== null && mayWatchGathering(db, id, { id: person.id, isAdmin: seesAll(person) })
  },
})

/** What happens to payments and in the back office is for those who look after it. */
const forAdmins = {
  allowed: (_id: string, context: Parameters<TopicKind['allowed']>[1]) => {
    const person = context.get(personContext)
    return person !== null && seesAll(person)
  },
}
registerTopic('payment', forAdmins)
registerTopic('office', forAdmins)

/** The stream of events for a page that is open, now that all its topics are known. */
export const watchedTopics = (request: Request, context: Readonly<RouterContextProvider>) =>
  liveAnswer(request, context, context.get(personContext)?.id)
