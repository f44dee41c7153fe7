/* io/disk.c -- the driver: a plain file, written with pwrite(). */
#include "io/disk.h"
#include "base/memory.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif

struct disk {
    H5FD_t base; /* HDF5's part, first */
    int fd;
    haddr_t end_of_addresses, end_of_file;
    int *error;
};

static const haddr_t LARGEST = ((haddr_t)1 << 62) - 1;

static H5FD_t *disk_open(const char *name, unsigned flags, hid_t access_properties, haddr_t largest)
{
    int *const *error = H5Pget_driver_info(access_properties);
    (void)largest;
    if (!error) return NULL;
    const int fd = open(name, O_RDWR | O_CLOEXEC | (flags & H5F_ACC_CREAT ? O_CREAT : 0) |
                              (flags & H5F_ACC_TRUNC ? O_TRUNC : 0), 0666);
    if (fd < 0) {
        **error = errno;
        return NULL;
    }
    struct disk *d = NEW(struct disk, 1);
    d->fd = fd;
    d->error = *error;
    d->end_of_file = (haddr_t)lseek(fd, 0, SEEK_END);
    return &d->base;
}

static void fail(struct disk *d)
{
    if (!*d->error) *d->error = errno ? errno : EIO;
}

static herr_t disk_close(H5FD_t *file)
{
    struct disk *d = (struct disk *)file;
    if (close(d->fd) < 0) fail(d);
    free(d);
    return 0;
}

static herr_t disk_query(const H5FD_t *file, unsigned long *features)
{
    (void)file;
    *features = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA |
                H5FD_FEAT_DATA_SIEVE | H5FD_FEAT_AGGREGATE_SMALLDATA |
                H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
    return 0;
}

static haddr_t disk_get_eoa(const H5FD_t *file, H5FD_mem_t type)
{
    (void)type;
    return ((const struct disk *)file)->end_of_addresses;
}

static herr_t disk_set_eoa(H5FD_t *file, H5FD_mem_t type, haddr_t address)
{
    (void)type;
    ((struct disk *)file)->end_of_addresses = address;
    return 0;
}

static haddr_t disk_get_eof(const H5FD_t *file, H5FD_mem_t type)
{
    (void)type;
    return ((const struct disk *)file)->end_of_file;
}

static herr_t disk_read(H5FD_t *file, H5FD_mem_t type, hid_t transfer, haddr_t at, size_t bytes,
                        void *to)
{
    struct disk *d = (struct disk *)file;
    (void)type, (void)transfer;
    for (size_t done = 0; done < bytes;) {
        const ssize_t n = pread(d->fd, (char *)to + done, bytes - done, (off_t)(at + done));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return -1;
        if (n == 0) { /* beyond the end: HDF5 reads zeros */
            memset((char *)to + done, 0, bytes - done);
            break;
        }
        done += (size_t)n;
    }
    return 0;
}

static herr_t disk_write(H5FD_t *file, H5FD_mem_t type, hid_t transfer, haddr_t at, size_t bytes,
                         const void *from)
{
    struct disk *d = (struct disk *)file;
    (void)type, (void)transfer;
    for (size_t done = 0; done < bytes && !*d->error;) {
        errno = 0;
        const ssize_t n =
            pwrite(d->fd, (const char *)from + done, bytes - done, (off_t)(at + done));
        if (n > 0)
            done += (size_t)n;
        else if (errno != EINTR)
            fail(d);
    }
    if (at + bytes > d->end_of_file) d->end_of_file = at + bytes;
    return 0;
}

static herr_t disk_truncate(H5FD_t *file, hid_t transfer, hbool_t closing)
{
    struct disk *d = (struct disk *)file;
    (void)transfer, (void)closing;
    errno = 0;
    if (!*d->error && d->end_of_file != d->end_of_addresses &&
        ftruncate(d->fd, (off_t)d->end_of_addresses) < 0)
        fail(d);
    d->end_of_file = d->end_of_addresses;
    return 0;
}

herr_t disk_use(hid_t access_properties, int *error)
{
    static hid_t driver = -1;
    static H5FD_class_t class = {
#if H5_VERSION_GE(1, 13, 0)
        .version  = H5FD_CLASS_VERSION,
        .value    = (H5FD_class_value_t)512, /* the range for drivers of applications: 512 and up */
#endif
        .name     = "updraft_disk",
        .fc_degree = H5F_CLOSE_WEAK,
        .fapl_size = sizeof(int *),
        .open     = disk_open,
        .close    = disk_close,
        .query    = disk_query,
        .get_eoa  = disk_get_eoa,
        .set_eoa  = disk_set_eoa,
        .get_eof  = disk_get_eof,
        .read     = disk_read,
        .write    = disk_write,
        .truncate = disk_truncate,
        .fl_map   = H5FD_FLMAP_DICHOTOMY,
    };
    class.maxaddr = LARGEST;
    if (driver < 0) driver = H5FDregister(&class);
    return driver < 0 ? -1 : H5Pset_driver(access_properties, driver, &error);
}
