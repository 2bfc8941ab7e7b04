// node scripts/cluster/storage.ts   The object storage of the cluster, on a machine of its own.
import { objectStorage } from '../../test/object-storage.ts'
import { storagePort } from './members.ts'
import { machines } from './net.ts'

await objectStorage(storagePort, machines.s3)
