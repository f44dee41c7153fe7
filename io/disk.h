#pragma once
/* io/disk.h -- an HDF5 file driver under which a full disk is no disaster.
 *
 * HDF5 1.10 does not survive a failed write: it tries again whenever something is closed, and
 * crashes in MPI_Finalize() or exit(). This driver keeps the reason of the first failure, drops
 * what is written from then on, and lets HDF5 close the file in peace; the writer then looks at it.
 */
#include <hdf5.h>

/** Makes files that are created with these access properties use the driver. *error becomes the
 * errno of the first failed write; it has to outlive the file. Negative on failure, as in HDF5. */
herr_t disk_use(hid_t access_properties, int *error);
