import archivoMedium from '@fontsource/archivo/files/archivo-latin-500-normal.woff?inline'
import archivo from '@fontsource/archivo/files/archivo-latin-700-normal.woff?inline'
import archivoMediumFar from '@fontsource/archivo/files/archivo-latin-ext-500-normal.woff?inline'
import archivoFar from '@fontsource/archivo/files/archivo-latin-ext-700-normal.woff?inline'
import archivoMediumDots from '@fontsource/archivo/files/archivo-vietnamese-500-normal.woff?inline'
import archivoDots from '@fontsource/archivo/files/archivo-vietnamese-700-normal.woff?inline'
import display from '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff?inline'
import displayFar from '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-ext-700-normal.woff?inline'
import displayDots from '@fontsource/bricolage-grotesque/files/bricolage-grotesque-vietnamese-700-normal.woff?inline'
import italic from '@fontsource/eb-garamond/files/eb-garamond-latin-500-italic.woff?inline'
import garamond from '@fontsource/eb-garamond/files/eb-garamond-latin-500-normal.woff?inline'
import italicFar from '@fontsource/eb-garamond/files/eb-garamond-latin-ext-500-italic.woff?inline'
import garamondFar from '@fontsource/eb-garamond/files/eb-garamond-latin-ext-500-normal.woff?inline'
import italicDots from '@fontsource/eb-garamond/files/eb-garamond-vietnamese-500-italic.woff?inline'
import garamondDots from '@fontsource/eb-garamond/files/eb-garamond-vietnamese-500-normal.woff?inline'
import capitals from '@fontsource/marcellus/files/marcellus-latin-400-normal.woff?inline'
import capitalsFar from '@fontsource/marcellus/files/marcellus-latin-ext-400-normal.woff?inline'
import slabMedium from '@fontsource/zilla-slab/files/zilla-slab-latin-500-normal.woff?inline'
import slab from '@fontsource/zilla-slab/files/zilla-slab-latin-700-normal.woff?inline'
import slabMediumFar from '@fontsource/zilla-slab/files/zilla-slab-latin-ext-500-normal.woff?inline'
import slabFar from '@fontsource/zilla-slab/files/zilla-slab-latin-ext-700-normal.woff?inline'
import { readTypeface, type Typeface } from './typeface.server.ts'

// The typefaces inside the program: the machine need not have any. A face is in parts, by its letters: those of western
// Europe, other Latin letters, and those with dots and hooks below.

const files = {
  display: [display, displayFar, displayDots],
  garamond: [garamond, garamondFar, garamondDots],
  italic: [italic, italicFar, italicDots],
  capitals: [capitals, capitalsFar],
  slab: [slab, slabFar],
  'slab-medium': [slabMedium, slabMediumFar],
  archivo: [archivo, archivoFar, archivoDots],
  'archivo-medium': [archivoMedium, archivoMediumFar, archivoMediumDots],
} as const
export type Face = keyof typeof files

const read = new Map<Face, Typeface[]>()

/** Returns the parts of a face, read when it is first needed. */
export function typefacesOf(face: Face): Typeface[] {
  const known = read.get(face)
  if (known) return known
  const parts = files[face].map((address) => readTypeface(Buffer.from(address.split(',')[1]!, 'base64')))
  read.set(face, parts)
  return parts
}
