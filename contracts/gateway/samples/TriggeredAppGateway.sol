// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

import {AppGatewayBase} from "../AppGatewayBase.sol";
import {IsPlug} from "../GatewayTypes.sol";
import {ITriggeredAppGateway} from "./ITriggeredAppGateway.sol";
import {TriggerPlug} from "./TriggerPlug.sol";

/// @title An app gateway that plugs call
/// @notice Example of triggers, and of accepting only those of one's own plugs. Whoever can trigger a function decides
/// how often it runs, so this one only counts and spends no credits.
contract TriggeredAppGateway is AppGatewayBase, Ownable, ITriggeredAppGateway {
    /// @notice Contract id of the plugs.
    bytes32 public immutable reporting = _createContractId("reporting");

    mapping(uint32 chainSlug => uint256) public totals;

    /// @notice Emitted when a plug of this app gateway reports an amount from its chain.
    event Reported(uint32 indexed chainSlug, address indexed reporter, uint256 amount);

    /// @notice The trigger came from a plug that this app gateway did not deploy. Send it from the deployed plug.
    error NotOurPlug(uint32 chainSlug, address plug);

    constructor(address addressResolver, address owner, uint256 fees) Ownable(owner) {
        _initializeAppGateway(addressResolver);
        _setMaxFees(fees);
        creationCodeWithArgs[reporting] = type(TriggerPlug).creationCode;
    }

    function deployContracts(uint32 chainSlug) external onlyOwner async {
        _deploy(reporting, chainSlug, IsPlug.YES);
    }

    /// @inheritdoc ITriggeredAppGateway
    function onReport(address reporter, uint256 amount) external onlyWatcher {
        uint32 chainSlug = _chainOfTrigger();
        totals[chainSlug] += amount;
        emit Reported(chainSlug, reporter, amount);
    }

    /// @dev Any contract can connect itself to this app gateway, so the sender is compared with the deployed plug.
    function _chainOfTrigger() private view returns (uint32 chainSlug) {
        address plug;
        (chainSlug, plug) = watcher__().currentTrigger();
        if (plug == address(0) || plug != getOnChainAddress(reporting, chainSlug)) revert NotOurPlug(chainSlug, plug);
    }
}
