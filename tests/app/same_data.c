/* tests/app/same_data.c -- do two field files, or two NetCDF files, hold the same data?
 *
 * same_data ONE OTHER: exit code 0 where all datasets have the same shape and bytes; what is said
 * of their origin may differ. One line says what does not fit.
 */
#include <hdf5.h>
#include <mpi.h>
#include <pnetcdf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "base/memory.h"

static int differences, compared;

static void compare(const char *name, const void *a, size_t bytes_a, const void *b, size_t bytes_b)
{
    ++compared;
    if (bytes_a == bytes_b && !memcmp(a, b, bytes_a)) return;
    ++differences;
    printf("%s: %zu bytes and %zu, or other ones\n", name, bytes_a, bytes_b);
}

/* The bytes of a dataset; its shape in front, so that it is compared as well. */
static char *read_dataset(hid_t file, const char *name, size_t *bytes)
{
    hsize_t shape[H5S_MAX_RANK] = { 0 };
    const hid_t set = H5Dopen2(file, name, H5P_DEFAULT);
    REQUIRE(set >= 0, "no %s", name);
    const hid_t space = H5Dget_space(set), type = H5Dget_type(set);
    H5Sget_simple_extent_dims(space, shape, NULL);
    const size_t data = (size_t)H5Sget_simple_extent_npoints(space) * H5Tget_size(type);
    char *all = memory_new(sizeof shape + data, 1);
    memcpy(all, shape, sizeof shape);
    REQUIRE(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, all + sizeof shape) >= 0,
            "cannot read %s", name);
    H5Tclose(type);
    H5Sclose(space);
    H5Dclose(set);
    *bytes = sizeof shape + data;
    return all;
}

static herr_t visit(hid_t one, const char *name, const H5O_info_t *info, void *other)
{
    size_t bytes[2];
    if (info->type != H5O_TYPE_DATASET) return 0;
    if (H5Lexists(*(hid_t *)other, name, H5P_DEFAULT) <= 0) {
        ++differences;
        printf("%s: only in one of them\n", name);
        return 0;
    }
    char *a = read_dataset(one, name, &bytes[0]);
    char *b = read_dataset(*(hid_t *)other, name, &bytes[1]);
    compare(name, a, bytes[0], b, bytes[1]);
    free(a);
    free(b);
    return 0;
}

static herr_t count(hid_t file, const char *name, const H5O_info_t *info, void *n)
{
    (void)file, (void)name;
    *(int *)n += info->type == H5O_TYPE_DATASET;
    return 0;
}

static void compare_hdf(const char *one, const char *other)
{
    int n[2] = { 0, 0 };
    hid_t a = H5Fopen(one, H5F_ACC_RDONLY, H5P_DEFAULT);
    hid_t b = H5Fopen(other, H5F_ACC_RDONLY, H5P_DEFAULT);
    REQUIRE(a >= 0 && b >= 0, "cannot open %s and %s", one, other);
    H5Ovisit1(a, H5_INDEX_NAME, H5_ITER_INC, visit, &b);
    H5Ovisit1(a, H5_INDEX_NAME, H5_ITER_INC, count, &n[0]);
    H5Ovisit1(b, H5_INDEX_NAME, H5_ITER_INC, count, &n[1]);
    differences += n[0] != n[1];
    H5Fclose(a);
    H5Fclose(b);
}

static double *read_variable(int file, int variable, size_t *n)
{
    int dimensions, dimension[8];
    ncmpi_inq_varndims(file, variable, &dimensions);
    REQUIRE(dimensions <= 8, "%d dimensions", dimensions);
    ncmpi_inq_vardimid(file, variable, dimension);
    *n = 1;
    for (int d = 0; d < dimensions; ++d) {
        MPI_Offset length;
        ncmpi_inq_dimlen(file, dimension[d], &length);
        *n *= (size_t)length;
    }
    double *values = NEW(double, *n + 1);
    REQUIRE(ncmpi_get_var_double_all(file, variable, values) == NC_NOERR, "cannot read");
    return values;
}

static void compare_netcdf(const char *one, const char *other)
{
    int a, b, n, m;
    const MPI_Comm me = MPI_COMM_SELF;
    REQUIRE(ncmpi_open(me, one, NC_NOWRITE, MPI_INFO_NULL, &a) == NC_NOERR, "no %s", one);
    REQUIRE(ncmpi_open(me, other, NC_NOWRITE, MPI_INFO_NULL, &b) == NC_NOERR, "no %s", other);
    ncmpi_inq_nvars(a, &n);
    ncmpi_inq_nvars(b, &m);
    REQUIRE(n == m, "%d variables and %d", n, m);
    for (int v = 0; v < n; ++v) {
        char name[2][NC_MAX_NAME + 1];
        size_t size[2];
        nc_type type[2];
        ncmpi_inq_varname(a, v, name[0]);
        ncmpi_inq_varname(b, v, name[1]);
        ncmpi_inq_vartype(a, v, &type[0]);
        ncmpi_inq_vartype(b, v, &type[1]);
        REQUIRE(!strcmp(name[0], name[1]) && type[0] == type[1], "%s is not %s", name[0], name[1]);
        double *x = read_variable(a, v, &size[0]), *y = read_variable(b, v, &size[1]);
        compare(name[0], x, size[0] * sizeof *x, y, size[1] * sizeof *y);
        free(x);
        free(y);
    }
    ncmpi_close(a);
    ncmpi_close(b);
}

int main(int argc, char **argv)
{
    REQUIRE(argc == 3, "same_data ONE OTHER");
    MPI_Init(&argc, &argv);
    const char *end = strrchr(argv[1], '.');
    if (end && !strcmp(end, ".nc")) compare_netcdf(argv[1], argv[2]);
    else compare_hdf(argv[1], argv[2]);
    MPI_Finalize();
    if (compared == 0) printf("nothing to compare\n");
    return compared == 0 || differences > 0;
}
