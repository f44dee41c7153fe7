# io/ -- everything on disk: case files, options, fields, pictures, checkpoints, reports.
noinst_LTLIBRARIES += libio.la
libio_la_SOURCES = \
    io/budget.c io/budget.h \
    io/cell.c io/cell.h \
    io/chart.c io/chart.h \
    io/checkpoint.c io/checkpoint.h \
    io/checkpoint_folder.c \
    io/checkpoint_header.c \
    io/checkpoint_parts.h \
    io/checkpoint_state.c \
    io/checkpoint_sums.c \
    io/colors.c io/colors.h \
    io/csv.c io/csv.h \
    io/disk.c io/disk.h \
    io/expression.c io/expression.h \
    io/fields.c io/fields.h \
    io/fields_read.c \
    io/hdf5.c io/hdf5.h \
    io/names.def \
    io/netcdf.c io/netcdf.h \
    io/netcdf_attributes.c \
    io/netcdf_earlier.c io/netcdf_file.h \
    io/newfile.c io/newfile.h \
    io/options.c io/options.def io/options.h \
    io/options_check.c \
    io/options_explain.c \
    io/options_expression.c \
    io/options_mesh.c \
    io/options_read.c io/options_reader.h \
    io/options_rows.h \
    io/options_scalar.c \
    io/options_text.c \
    io/options_value.c \
    io/picture.c io/picture.h \
    io/picture_of.c \
    io/points.c io/points.h \
    io/provenance.h \
    io/quantities.c io/quantities.def io/quantities.h \
    io/report.c io/report.h \
    io/series.c \
    io/seal.c io/seal.h \
    io/slice.c io/slice.h \
    io/transfer.c io/transfer.h \
    io/view.c io/view.h \
    io/yaml.c io/yaml.h
