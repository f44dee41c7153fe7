# shellcheck shell=sh
# tests/app/ranks_tap.sh -- what scripts about several ranks share; they read it with `.`
#
# It reads tap.sh, too. More ranks than cores: waiting ranks let others run, and any may use all.
mpirun=${MPIRUN:-mpirun}
command -v "$mpirun" >/dev/null || { echo '1..0 # SKIP no mpirun here'; exit 0; }
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM
export OMPI_MCA_rmaps_base_oversubscribe OMPI_MCA_mpi_yield_when_idle
# shellcheck source=tests/app/tap.sh
. "${srcdir:-.}/tests/app/tap.sh"
tools=${top_builddir:-.}/tests/app

# on RANKS FOLDER CASE [argument...]: as `run` of tap.sh, on so many ranks; on one, without mpirun.
# A run that hangs ends with code 124.
on() {
    ranks=$1
    shift
    if [ "$ranks" -eq 1 ]; then
        run "$@"
    else
        folder=$1 name=$2
        shift 2
        timeout -k 9 "${LIMIT:-240}" "$mpirun" --bind-to none -n "$ranks" "$UPDRAFT" run \
            "$cases/$name.yaml" --output "$folder" "$@" >"$folder.out" 2>"$folder.err" </dev/null
        code=$?
    fi
}

# one_message 'words' FOLDER: all ranks together say one thing, of one line, with these words.
one_message() {
    if [ "$(grep -c '^updraft:' "$2.err")" -eq 1 ] && grep -Eq -- "^updraft: .*($1)" "$2.err" &&
        ! grep -Eqi 'segmentation|Signal:|assertion' "$2.err"; then return 0; fi
    cat "$2.err"
    return 1
}

# The files of a run but for those that say how it was started, and its checkpoints.
results() {
    (cd "$1" && find . -type f | sed 's,^\./,,' | sort |
        grep -Ev '^(effective.yaml|summary.json|checkpoint_.*)$')
}

# alike FOLDER FOLDER: all that the second run left is what the first one left.
alike() {
    results "$1" >"$2.files"
    results "$2" | diff "$2.files" - || return 1
    while read -r result; do
        case $result in
            *.hdf | *.nc) "$tools/same_data" "$1/$result" "$2/$result" || return 1 ;;
            *) cmp "$1/$result" "$2/$result" || return 1 ;;
        esac
    done <"$2.files"
    for key in checksum steps max_speed min_pressure max_temperature; do
        same $key "$1" "$2" || return 1
    done
}
