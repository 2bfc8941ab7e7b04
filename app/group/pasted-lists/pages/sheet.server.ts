import type { RouterContextProvider } from 'react-router'
import { driveContext } from '#app/drives/drive/pages/context.tsx'
import { linkOfDrive } from '#app/drives/drive/share.ts'
import { sheetOf } from '#app/group/pasted-lists/sheet.server.ts'
import type { SharedList } from '#app/group/pasted-lists/sheet.ts'
import { paybillOf } from '#app/money/mpesa/paybill.server.ts'
import { db } from '#app/platform/db.server.ts'
import { askedContext, namedOrigin } from '#app/platform/request.server.ts'

/** The list of this drive, for its page, its text and its pictures. */
export async function sheetIn(context: Readonly<RouterContextProvider>): Promise<SharedList> {
  const drive = context.get(driveContext)
  const paybill = drive.collects ? await paybillOf(db, drive.id) : null
  return sheetOf(db, drive, { link: linkOfDrive(drive, namedOrigin(context.get(askedContext))), paybill })
}
