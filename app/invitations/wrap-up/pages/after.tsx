import type { Route } from './+types/after.ts'
import { loadAfter } from './after-here.server.ts'
import { AfterScreen } from './after-screen.tsx'

export const loader = loadAfter

/** The follow-up page: attendance, thanks, photos, and the final account. */
export default function After({ loaderData }: Route.ComponentProps) {
  return <AfterScreen loaded={loaderData} />
}
