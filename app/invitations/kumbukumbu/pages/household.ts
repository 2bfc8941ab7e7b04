import { data } from 'react-router'
import { idIn } from '#app/kit/ids.ts'

/** Returns the household in an address. An invalid id is missing. */
export function householdIn({ household }: { household?: string | undefined }): string {
  const id = idIn(household ?? null)
  if (!id) throw data(null, { status: 404 })
  return id
}
