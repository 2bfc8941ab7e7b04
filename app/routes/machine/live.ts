import { liveAnswer } from '#app/platform/live.server.ts'
import type { Route } from './+types/live.ts'

export const loader = ({ request, context }: Route.LoaderArgs) => liveAnswer(request, context)
