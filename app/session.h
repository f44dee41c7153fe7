#pragma once
/* app/session.h -- from options to a computation that stands ready: machine, mesh, data. */
#include <mpi.h>
#include "base/error.h"
#include "cases/cases.h"
#include "graph/graph.h"
#include "io/options.h"
#include "io/view.h"
#include "tasks/data.h"
#include "tasks/layer.h"

/** What the run will do, worked out before anything is allocated. */
struct plan {
    struct mesh_spec mesh;
    int64_t num_elements, num_nodes;
    const struct rk *rk;
    double node_distance;   /* shortest, m                                              */
    double reference_speed; /* of the Courant number, m/s                               */
    double dt;              /* s                                                        */
    int64_t first_step;     /* steps are first_time + (n - first_step) dt apart         */
    double first_time;      /* s                                                        */
    int64_t num_steps;      /* from t = 0; the last one may be shorter                  */
    double end;             /* s                                                        */
    enum fusion fusion;
};

/** Time after n steps, s: one product and one sum, so that a restart gives the same bits. */
double plan_time(const struct plan *p, int64_t n);

/** Length of the n-th step, s: of the last one, what is left where that is less than dt by more than
 * rounding, so that a longer run goes the same way to the last bit. */
double plan_dt(const struct plan *p, int64_t n);

/** Plans the rest of a run that has done `step` steps and stands at `time`, where p->first_step and
 * first_time are those that its times were counted from. BAD_INPUT for more steps than can be
 * counted. */
enum status plan_from(struct plan *p, const struct options *o, int64_t step, double time);

/** A computation with all that it stands on. */
struct session {
    const struct options *o;
    const struct case_def *c;
    struct lgl lgl;
    struct plan plan;
    struct run run;
    int wanted_workers;     /* cores to use, and nothing else; 0: as the options say    */
    device_list devices;    /* that own partitions                                      */
    int num_gpus;
    int num_workers;        /* all of StarPU's: cores, and four a GPU                    */
    const char *scheduler;  /* that StarPU says it uses                                 */
    int runs_nothing;       /* says what it would do; speeds are then those of place.h  */
    int is_alone;           /* computes on this rank, whatever others do                */
    int has_both_kinds;     /* have the ranks GPUs and cores to share the mesh?         */
    struct options measured; /* o, where speeds had to be measured                      */
};

/** Starts StarPU on this rank's part of the machine, as the options and the environment say. BAD_INPUT
 * for a scheduler that StarPU does not have, BAD_MACHINE where it does not start or does not drive the
 * GPUs asked for. Collective. */
enum status session_start_starpu(struct session *s, const struct options *o);
void session_stop_starpu(struct session *s);

/** The ranks that compute together. */
MPI_Comm session_comm(const struct session *s);

/** The status of the first of them that fails, with its message. Collective. */
enum status session_agree(const struct session *s, enum status status);

/** Bytes of a real number of the run; its absorbing layer; whether Updraft places its tasks. */
size_t session_sizeof_real(const struct options *o);
struct layer session_layer(const struct options *o);
int session_is_pinned(const struct session *s);

/** The devices that partitions are cut for: where StarPU places tasks, all have to suit GPUs. The list
 * stays the session's. */
device_list session_owners(const struct session *s);

/** Works out the plan for the devices of all ranks, but for the time step; measures their speeds first
 * where the mesh is shared out by speeds that o leaves open: s->o has them then. Collective. */
enum status session_plan(struct session *s, const struct options *o);

/** Cuts the mesh and works out the time step. BAD_INPUT for a folded element. Collective. */
enum status session_mesh(struct session *s);

/** Shares the plan's mesh out among the devices of all ranks, by their speeds where their kinds or
 * ranks differ, or in any case. Collective. */
void session_cut(struct session *s, int by_speeds);
void session_forget_cut(struct session *s);

/** Makes the data of s->run.mesh, to which session_check has no objection, without a state. Collective. */
void session_make(struct session *s);

/** Cuts the mesh of a run at rest anew, by the speeds of s->devices, where that gives another cut;
 * the state keeps every bit; *is_new: whether it did. Where it fails the run is as it was. Collective. */
enum status session_recut(struct session *s, int *is_new);

/** Bytes that a device's partitions take there. */
size_t session_device_bytes(const struct session *s, const struct device *d);

/** Bytes of a GPU's memory that StarPU may take where it holds no data. */
size_t session_free_bytes(const struct device *d);

/** BAD_MACHINE where a GPU has no kernels for the plan, or too little memory for its partitions of
 * the mesh, with needed and available bytes; BAD_INPUT where one of them is too much for a task. Local. */
enum status session_check(const struct session *s);

/** The form of kernels.fusion in force. */
const char *session_fusion(const struct session *s);

/** BAD_INPUT where the initial state has a node without positive density and pressure; fastest: its
 * largest |u| + c, m/s. Collective. */
enum status session_check_initial(const struct session *s, double *fastest);

/** Prints what may go wrong with the plan to standard error, in a state of such waves. */
void session_warn(const struct session *s, double fastest);

/** Makes mesh and data and fills in the initial state, where it fits; StarPU runs. Collective. */
enum status session_new(struct session *s);
void session_free(struct session *s);

/** A view of the run without its state: q is NULL. */
struct view session_view(const struct session *s, double time);

/** A view of the state, between session_look and session_look_away. */
struct view session_look(struct session *s, double time);
void session_look_away(struct session *s, struct view *v);
