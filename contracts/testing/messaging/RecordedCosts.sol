// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {vm} from "../Vm.sol";

/// @title Part of a test that records what its messages cost, for `hardhat test --plugs-report`
/// @notice Records nothing unless the report is asked for, and never in Foundry. A fuzz test or an invariant is not in the
/// report: the runner keeps what one run records, not many.
abstract contract RecordedCosts {
    /// @dev With a report the plugin gives the runner an endpoint of this name, and reads snapshots of values in a group of
    /// this name. Nothing asks the endpoint. Unlike an environment variable, it leaves failing tests their stack traces.
    string private constant REPORT = "hardhat-plugs-report";

    /// @dev Whether a report is made.
    bool internal _isReported;
    uint256 private _figures;
    mapping(address sender => bool) private _isDescribed;
    mapping(bytes32 msgId => string) private _senders;

    constructor() {
        try vm.rpcUrl(REPORT) returns (string memory) {
            _isReported = true;
        } catch {}
    }

    /// @dev Records the fee of a message, and the contract and function that sent it. No function is a call of the test's own.
    function _recordFee(bytes32 msgId, address sender, bytes4 selector, uint256 fee) internal {
        if (!_isReported) return;
        string memory named = vm.toString(sender);
        // The code tells which contract of the project it is.
        if (!_isDescribed[sender]) _record(string.concat("code ", named, " ", vm.toString(sender.code)), 0);
        _isDescribed[sender] = true;
        _senders[msgId] = string.concat(named, " ", vm.toString(bytes32(selector)));
        _record(string.concat("fee ", _senders[msgId]), fee);
    }

    /// @dev Records the gas that `inbound` of a delivered message used.
    function _recordInbound(bytes32 msgId, uint256 gasUsed, uint256 gasLimit) internal {
        _record(string.concat("inbound ", _senders[msgId], " ", vm.toString(gasLimit)), gasUsed);
    }

    /// @dev A number keeps figures of the same kind apart.
    function _record(string memory figure, uint256 value) private {
        vm.snapshotValue(REPORT, string.concat(vm.toString(++_figures), " ", figure), value);
    }
}
