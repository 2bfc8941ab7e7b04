import type { Route } from './+types/live.ts'
import { watchedTopics } from './topics.server.ts'

export const loader = ({ request, context }: Route.LoaderArgs) => watchedTopics(request, context)
