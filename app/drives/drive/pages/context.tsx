import { createContext, useRouteLoaderData } from 'react-router'
import type { OwnDrive } from '#app/drives/drive/drive.server.ts'
import { brand } from '#app/kit/brand.ts'
import type { HelperRole } from '#app/kit/rights.ts'
import type { Answer } from '#app/kit/says.ts'

/** Sets the browser tab's title: the drive, then the page. Several drives are often open beside each other. */
export function DriveTitle({ page }: { page: string }) {
  const layout = useRouteLoaderData<{ drive: { title: string } }>('drives/drive/pages/layout')
  return <title>{[layout?.drive.title, page, brand()].filter(Boolean).join(' · ')}</title>
}

/**
 * Returns the refusal of a form that has no page of its own and was sent without a script: what was typed is still there after the way
 * back. The field names the thing that the form is about, so that of many equal forms the one that was sent gets it.
 */
export function useRefusedBefore(name: string, value: number): Answer | undefined {
  const flash = useRouteLoaderData<{ flash: Answer | null }>('root')?.flash
  return flash && !flash.ok && flash.typed?.[name] === String(value) ? flash : undefined
}

/** The drive whose pages these are. The layout has found it through the person who asks; no page below asks again whose it is. */
export const driveContext = createContext<OwnDrive>()

/** The role of a person who helps the owner, which limits what they see: see looking.server.ts. Null for all others. */
export const helpsContext = createContext<HelperRole | null>(null)

/** True for an administrator on another person's drive: they read its pages, and change nothing. */
export const readOnlyContext = createContext(false)
