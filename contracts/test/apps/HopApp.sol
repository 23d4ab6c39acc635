// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AppGatewayBase, IsPlug} from "../../gateway/evmx/base/AppGatewayBase.sol";
import {Hop} from "./Hop.sol";

/// @dev The plug's functions as they are called on its forwarders.
interface IHop {
    function land(uint256 hopsLeft, uint256 amount) external;
}

/// @title App gateway that its plugs on two chains trigger in turn
contract HopApp is AppGatewayBase {
    bytes32 public hop = _createContractId("hop");
    uint32[2] public chainSlugs;
    uint256 public triggers;

    constructor(address addressResolver_, uint256 fees_, uint32[2] memory chainSlugs_) {
        creationCodeWithArgs[hop] = abi.encodePacked(type(Hop).creationCode);
        chainSlugs = chainSlugs_;
        _setMaxFees(fees_);
        _initializeAppGateway(addressResolver_);
    }

    function deployContracts(uint32 chainSlug_) external async {
        _deploy(hop, chainSlug_, IsPlug.YES);
    }

    function acceptTriggers() external {
        for (uint256 i = 0; i < 2; i++) _setValidPlug(true, chainSlugs[i], hop);
    }

    function onHop(uint256 hopsLeft_, uint256 amount_) external async onlyWatcher {
        triggers++;
        uint32 next = watcher__().triggerFromChainSlug() == chainSlugs[0] ? chainSlugs[1] : chainSlugs[0];
        IHop(forwarderAddresses[hop][next]).land(hopsLeft_ - 1, amount_);
    }
}
