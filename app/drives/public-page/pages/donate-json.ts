import type { Route } from './+types/donate-json.ts'
import { givingHere } from './sheet.server.ts'

/** Serves what the form for giving needs, for the page that opens it in a dialog. */
export async function loader(args: Route.LoaderArgs) {
  const giving = await givingHere(args)
  return Response.json(giving ?? null, {
    status: giving ? 200 : 404,
    headers: { 'cache-control': 'private, no-store' },
  })
}
