// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

import {AppGatewayBase} from "../AppGatewayBase.sol";
import {IsPlug} from "../GatewayTypes.sol";
import {FaultyTarget} from "./FaultyTarget.sol";
import {IFaultyTarget} from "./IFaultyTarget.sol";

/// @title Calls that revert on their chain, and callbacks that revert here
/// @notice Shows what can be done then: mend what is broken while the watcher still tries, pay more, cancel, or take note
/// when it gives up. All of it is the owner's, because it decides what credits are spent on.
contract FaultyAppGateway is AppGatewayBase, Ownable {
    /// @notice What the target is deployed as.
    bytes32 public immutable faulty = _createContractId("faulty");

    bool public isCallbackBroken = true;
    /// @notice What the target had done when its last call came back.
    uint256 public workSeen;
    /// @notice Payloads that the watcher no longer tries.
    mapping(bytes32 payloadId => bool) public isGivenUp;

    /// @notice The callback refuses results until its owner allows them.
    error NotReadyForResult(uint256 amount);

    constructor(address addressResolver, address owner, uint256 fees) Ownable(owner) {
        _initializeAppGateway(addressResolver);
        _setMaxFees(fees);
        creationCodeWithArgs[faulty] = abi.encodePacked(type(FaultyTarget).creationCode, abi.encode(owner));
    }

    function deployContracts(uint32 chainSlug) external onlyOwner async {
        _deploy(faulty, chainSlug, IsPlug.YES);
    }

    function work(uint32 chainSlug, uint256 amount) external onlyOwner async {
        IFaultyTarget(forwarderAddresses[faulty][chainSlug]).work(amount);
        then(this.onWorkDone.selector, abi.encode(amount));
    }

    function onWorkDone(bytes calldata data, bytes calldata returnData) external onlyPromises {
        if (isCallbackBroken) revert NotReadyForResult(abi.decode(data, (uint256)));
        workSeen = abi.decode(returnData, (uint256));
    }

    /// @notice Mends the callback, or breaks it again.
    function setCallbackBroken(bool broken) external onlyOwner {
        isCallbackBroken = broken;
    }

    function setMaxFees(uint256 fees) external onlyOwner {
        _setMaxFees(fees);
    }

    function increaseFees(uint40 requestCount, uint256 newMaxFees) external onlyOwner {
        _increaseFees(requestCount, newMaxFees);
    }

    function cancel(uint40 requestCount) external onlyOwner {
        _revertTx(requestCount);
    }

    function handleRevert(bytes32 payloadId) external override onlyWatcher {
        isGivenUp[payloadId] = true;
    }
}
