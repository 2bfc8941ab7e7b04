import type { Route } from './+types/live.ts'
import { watched } from './topics.server.ts'

export const loader = ({ request, context }: Route.LoaderArgs) => watched(request, context)
