import { mediaAnswer } from '#app/platform/pictures/media.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/media.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const answer = await mediaAnswer(params['*'] ?? '')
  if (answer.ok) context.get(askedContext).keep = { topics: [] }
  return answer
}
