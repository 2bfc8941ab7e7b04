import { mediaAnswer } from '#app/platform/pictures/media.server.ts'
import type { Route } from './+types/media.ts'

export const loader = ({ params }: Route.LoaderArgs) => mediaAnswer(params['*'] ?? '')
