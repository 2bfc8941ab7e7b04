import { personContext } from '#app/features/people/session.server.ts'
import { liveAnswer, registerTopic } from '#app/platform/live.server.ts'
import type { Route } from './+types/live.ts'

/** What concerns one person, such as that somebody signed in as them: for that person's own pages. */
registerTopic('person', { allowed: (id, context) => context.get(personContext)?.id === id })

export const loader = ({ request, context }: Route.LoaderArgs) => liveAnswer(request, context)
