#pragma once
/* app/converge.h -- what the parts of updraft converge share. */
#include "app/session.h"
#include "io/quantities.h"

/** A run, and how far from the exact solution it ended. */
struct converge_run {
    int order;
    int64_t elements[3];             /* in x, y and z                                        */
    double width;                    /* of an element in x, m                                */
    int64_t nodes, steps;
    double dt, end;                  /* s                                                    */
    double l2, largest;              /* errors, in the field's unit                          */
    double l2_order, largest_order;  /* that they fall with from the mesh before; NAN: none  */
};

/** What is known so far. */
struct converge_results {
    const struct options *o;
    const struct quantity *field;
    int num_meshes, num_runs;        /* runs stand order by order, meshes from coarse to fine */
    struct converge_run *runs;
};

/** Sets l2 and largest of a run that stands at `time`: sqrt(sum w J e^2 / sum w J) and max |e| over
 * all nodes. Sums are an element's first, then over elements in the mesh's order: the same bits
 * however the mesh is cut. */
void converge_measure(struct session *s, const struct quantity *field, double time,
                      struct converge_run *run);

/** Prints the head of the table; a row of it. */
void converge_print_head(const struct converge_results *r);
void converge_print(const struct converge_run *run);

/** "8 x 8 x 1". */
enum { CONVERGE_ELEMENTS = 80 };
void converge_elements(const struct converge_run *run, char text[CONVERGE_ELEMENTS]);

/** Writes all that is known as JSON. BAD_MACHINE where the file cannot be written. */
enum status converge_write(const char *path, const struct converge_results *r);

/** Draws L2 errors over widths of elements, a line an order. Errors as chart_write. */
enum status converge_draw(const char *path, const struct converge_results *r);
